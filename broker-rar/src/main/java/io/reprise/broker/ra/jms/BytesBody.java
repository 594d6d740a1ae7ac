package io.reprise.broker.ra.jms;

import io.reprise.broker.model.message.BodyKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.qpid.jms.message.facade.JmsBytesMessageFacade;
import org.jspecify.annotations.Nullable;

/** The body of a bytes message; what was written so far becomes readable by {@link #reset}. */
final class BytesBody extends MessageFacade implements JmsBytesMessageFacade {
    private byte[] bytes;
    private @Nullable ByteArrayOutputStream written;

    BytesBody() {
        this(new MessageHeaders(), new MessageProperties(), NO_BYTES);
    }

    BytesBody(MessageHeaders headers, MessageProperties properties, byte[] bytes) {
        super(headers, properties);
        this.bytes = bytes;
    }

    @Override
    public InputStream getInputStream() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public OutputStream getOutputStream() {
        if (written == null) {
            written = new ByteArrayOutputStream();
            written.writeBytes(bytes);
        }
        return written;
    }

    @Override
    public void reset() {
        if (written != null) {
            bytes = written.toByteArray();
            written = null;
        }
    }

    @Override
    public int getBodyLength() {
        return bytes.length;
    }

    @Override
    public byte[] copyBody() {
        return bytes.clone();
    }

    @Override
    public void clearBody() {
        bytes = NO_BYTES;
        written = null;
    }

    @Override
    public boolean hasBody() {
        return bytes.length > 0;
    }

    @Override
    public BytesBody copy() {
        byte[] soFar = written == null ? bytes : written.toByteArray();
        return new BytesBody(headers().copy(), properties().copy(), soFar);
    }

    @Override
    BodyKind kind() {
        return BodyKind.BYTES;
    }

    @Override
    byte[] storedBody() {
        reset();
        return bytes;
    }
}
