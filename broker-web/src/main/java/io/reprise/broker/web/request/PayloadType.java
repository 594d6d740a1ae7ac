package io.reprise.broker.web.request;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.MessageBuilder;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the request's body becomes the message's: text for {@code text/*}, JSON and XML, bytes for everything else, none if there is
 * neither a body nor a type. Text is stored as UTF-8; it comes in its charset, UTF-8 if none is named. Immutable.
 *
 * @param contentType as the message keeps it
 * @param charset of text; null for bytes
 */
public record PayloadType(
        @Nullable String contentType, @Nullable Charset charset) {
    /** The largest {@code maxMsgSize} an endpoint can have (spec 1.2): nothing above it is ever taken. */
    public static final int MAX_BYTES = 30_000_000;

    private static final String HEADER = "header Content-Type";

    /** Reads the headers; what is wrong goes to {@code problems}. */
    public static PayloadType read(MultivaluedMap<String, String> headers, Problems problems) {
        refuseEncoding(headers, problems);
        String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        if (type != null && isEvent(type)) {
            problems.add(
                    ErrorCode.NOT_SUPPORTED,
                    HEADER + ": " + type + " is not supported; allowed: a payload's own type; of events "
                            + "application/cloudevents+json in UTF-8, one at a time, at /rest/v1");
            return new PayloadType(null, null);
        }
        return of(HEADER, type, problems);
    }

    /** Bodies are taken as they are. */
    public static void refuseEncoding(MultivaluedMap<String, String> headers, Problems problems) {
        String encoding = headers.getFirst(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            problems.add(
                    ErrorCode.NOT_SUPPORTED,
                    "header Content-Encoding: " + encoding + " is not supported in this version; allowed: identity");
        }
    }

    private static boolean isEvent(String type) {
        return type.toLowerCase(Locale.ROOT).startsWith("application/cloudevents");
    }

    /**
     * That of a content named by something else.
     *
     * @param what names the type, for people
     */
    public static PayloadType of(String what, @Nullable String type, Problems problems) {
        return type == null ? new PayloadType(null, null) : ofContentType(what, type, problems);
    }

    /** The same where content is text unless its type says otherwise; the type that HTML forms and curl give by themselves says nothing. */
    public static PayloadType readTextByDefault(MultivaluedMap<String, String> headers, Problems problems) {
        PayloadType read = read(headers, problems);
        String type = read.contentType();
        boolean silent =
                type == null || type.toLowerCase(Locale.ROOT).startsWith(MediaType.APPLICATION_FORM_URLENCODED);
        return silent ? new PayloadType(null, StandardCharsets.UTF_8) : read;
    }

    private static PayloadType ofContentType(String what, String type, Problems problems) {
        try {
            MediaType media = MediaType.valueOf(type);
            return isText(media) ? ofText(type, media) : new PayloadType(type, null);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            problems.refuse(what, "charset in '" + type + "'", "UTF-8 and the charsets of Java");
        } catch (IllegalArgumentException malformed) {
            problems.refuse(what, "'" + type + "'", "a media type");
        }
        return new PayloadType(null, null);
    }

    private static PayloadType ofText(String type, MediaType media) {
        String name = media.getParameters().get(MediaType.CHARSET_PARAMETER);
        Charset charset = name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
        boolean storedAsNamed = name == null || charset.equals(StandardCharsets.UTF_8);
        return new PayloadType(storedAsNamed ? type : media.withCharset("UTF-8").toString(), charset);
    }

    private static boolean isText(MediaType media) {
        String subtype = media.getSubtype().toLowerCase(Locale.ROOT);
        if (media.getType().equalsIgnoreCase("text")) {
            return true;
        }
        return media.getType().equalsIgnoreCase("application")
                && (isJson(subtype) || subtype.equals("xml") || subtype.endsWith("+xml"));
    }

    private static boolean isJson(String subtype) {
        return subtype.equals("json") || subtype.endsWith("+json");
    }

    /** Whether the content is JSON by its type. */
    public boolean isJson() {
        return contentType != null
                && charset != null
                && isJson(MediaType.valueOf(contentType).getSubtype().toLowerCase(Locale.ROOT));
    }

    /**
     * Reads the body into the message.
     *
     * @param declaredBytes Content-Length, or null if the request has none
     * @throws BrokerException MESSAGE_TOO_BIG as soon as that is known, INVALID_PARAMETER if text is not in its charset
     */
    public void readInto(MessageBuilder builder, InputStream body, @Nullable String declaredBytes) {
        putInto(builder, stored(readBytes(body, declaredBytes)));
    }

    /**
     * Content as it is stored.
     *
     * @throws BrokerException INVALID_PARAMETER if text is not in its charset
     */
    public byte[] stored(byte[] content) {
        return charset == null ? content : toUtf8(content, charset);
    }

    /** Puts content that is as it is stored into the message. */
    public void putInto(MessageBuilder builder, byte[] stored) {
        builder.contentType(contentType);
        if (charset != null) {
            builder.body(BodyKind.TEXT, stored);
        } else if (stored.length > 0 || contentType != null) {
            builder.body(BodyKind.BYTES, stored);
        }
    }

    /**
     * The request's body.
     *
     * @param declaredBytes Content-Length, or null if the request has none
     * @throws BrokerException MESSAGE_TOO_BIG as soon as that is known
     */
    public static byte[] readBytes(InputStream body, @Nullable String declaredBytes) {
        if (declaredBytes != null && new BigInteger(declaredBytes).compareTo(BigInteger.valueOf(MAX_BYTES)) > 0) {
            throw tooBig(declaredBytes + " bytes", MAX_BYTES + " bytes");
        }
        try {
            byte[] bytes = body.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw tooBig("more than " + MAX_BYTES + " bytes", MAX_BYTES + " bytes");
            }
            return bytes;
        } catch (IOException brokenOff) {
            throw BrokerException.refused(
                    ErrorCode.PARSE_ERROR, "the request's body", "it broke off", "a body as long as declared");
        }
    }

    private static byte[] toUtf8(byte[] bytes, Charset charset) {
        try {
            String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return charset.equals(StandardCharsets.UTF_8) ? bytes : text.getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException otherBytes) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "the content",
                    "bytes that are no " + charset.name(),
                    "text in the charset that Content-Type names, UTF-8 if none; or application/octet-stream");
        }
    }

    private static BrokerException tooBig(String actual, String allowed) {
        return BrokerException.refused(ErrorCode.MESSAGE_TOO_BIG, "the request's body", actual, "at most " + allowed);
    }
}
