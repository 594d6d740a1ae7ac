package io.reprise.broker.ra.jms;

import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.TypedValues;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import jakarta.jms.MessageEOFException;
import java.util.ArrayList;
import java.util.List;
import org.apache.qpid.jms.message.facade.JmsStreamMessageFacade;
import org.jspecify.annotations.Nullable;

/** The body of a stream message and the place of its reader: decoded when first used, encoded when sent. */
final class StreamBody extends MessageFacade implements JmsStreamMessageFacade {
    private byte @Nullable [] stored;
    private @Nullable List<@Nullable Object> items;
    private int position;

    StreamBody() {
        this(new MessageHeaders(), new MessageProperties(), null);
    }

    StreamBody(MessageHeaders headers, MessageProperties properties, byte @Nullable [] stored) {
        super(headers, properties);
        this.stored = stored;
    }

    @Override
    public boolean hasNext() {
        return position < items().size();
    }

    @Override
    public @Nullable Object peek() throws MessageEOFException {
        requireMore();
        return items().get(position);
    }

    @Override
    public void pop() throws MessageEOFException {
        requireMore();
        position++;
    }

    @Override
    public void put(@Nullable Object value) {
        items().add(value instanceof byte[] bytes ? bytes.clone() : value);
        stored = null;
    }

    @Override
    public void reset() {
        position = 0;
    }

    @Override
    public void clearBody() {
        items = null;
        stored = null;
        position = 0;
    }

    @Override
    public boolean hasBody() {
        return !items().isEmpty();
    }

    @Override
    public StreamBody copy() {
        StreamBody copy = new StreamBody(headers().copy(), properties().copy(), stored);
        if (stored == null && items != null) {
            copy.items = new ArrayList<>(items);
        }
        return copy;
    }

    @Override
    BodyKind kind() {
        return BodyKind.STREAM;
    }

    @Override
    byte[] storedBody() {
        byte[] result = stored;
        if (result == null) {
            WireWriter out = new WireWriter(256);
            TypedValues.writeList(out, items());
            result = out.toByteArray();
            stored = result;
        }
        return result;
    }

    private void requireMore() throws MessageEOFException {
        if (!hasNext()) {
            throw new MessageEOFException("end of the stream message after " + position + " items");
        }
    }

    private List<@Nullable Object> items() {
        List<@Nullable Object> result = items;
        if (result == null) {
            result = stored == null || stored.length == 0
                    ? new ArrayList<>()
                    : TypedValues.readList(new WireReader(stored));
            items = result;
        }
        return result;
    }
}
