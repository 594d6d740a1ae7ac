package io.reprise.broker.ra.jms;

import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.Utf8Text;
import java.nio.charset.StandardCharsets;
import org.apache.qpid.jms.message.facade.JmsTextMessageFacade;
import org.jspecify.annotations.Nullable;

/** The body of a text message: decoded when first read, encoded when sent. */
final class TextBody extends MessageFacade implements JmsTextMessageFacade {
    /** Marks a text message without text, whose stored body can't be told from that of an empty text otherwise. */
    static final String NULL_CONTENT_TYPE = "application/vnd.reprise.no-text";

    private byte @Nullable [] stored;
    private @Nullable String text;

    TextBody() {
        this(new MessageHeaders(), new MessageProperties(), null, null);
    }

    TextBody(MessageHeaders headers, MessageProperties properties, byte @Nullable [] stored) {
        this(headers, properties, stored, null);
    }

    private TextBody(
            MessageHeaders headers, MessageProperties properties, byte @Nullable [] stored, @Nullable String text) {
        super(headers, properties);
        this.stored = stored;
        this.text = text;
    }

    @Override
    public @Nullable String getText() {
        if (text == null && stored != null) {
            text = new String(stored, StandardCharsets.UTF_8);
        }
        return text;
    }

    @Override
    public void setText(@Nullable String value) {
        text = value;
        stored = null;
    }

    @Override
    public void clearBody() {
        setText(null);
    }

    @Override
    public boolean hasBody() {
        return text != null || stored != null;
    }

    @Override
    public TextBody copy() {
        return new TextBody(headers().copy(), properties().copy(), stored, text);
    }

    @Override
    BodyKind kind() {
        return BodyKind.TEXT;
    }

    /** @throws io.reprise.broker.model.error.BrokerException if the text has no UTF-8 form, so that it would arrive changed */
    @Override
    byte[] storedBody() {
        byte[] result = stored;
        if (result == null) {
            result = text == null ? NO_BYTES : Utf8Text.encode(text);
        }
        return result;
    }

    @Override
    @Nullable
    String defaultContentType() {
        return hasBody() ? null : NULL_CONTENT_TYPE;
    }
}
