package io.reprise.broker.model.message;

/** The Jakarta Messaging body of a message, and how its bytes are to be read [JMS 3.1 §3.11]. The codes are part of the stored format. */
public enum BodyKind {
    /** No body: {@code jakarta.jms.Message}. */
    NONE(0),
    /** UTF-8 text. */
    TEXT(1),
    /** The bytes themselves. */
    BYTES(2),
    /** Name–value pairs in {@link TypedValues} encoding. */
    MAP(3),
    /** Values in {@link TypedValues} encoding. */
    STREAM(4),
    /** One serialised Java object. */
    OBJECT(5);

    private final int code;

    BodyKind(int code) {
        this.code = code;
    }

    /** The stored code, 0–5. */
    public int code() {
        return code;
    }

    /**
     * The kind of a stored code.
     *
     * @throws MalformedWireException if it is none
     */
    public static BodyKind ofCode(int code) {
        return switch (code) {
            case 0 -> NONE;
            case 1 -> TEXT;
            case 2 -> BYTES;
            case 3 -> MAP;
            case 4 -> STREAM;
            case 5 -> OBJECT;
            default -> throw new MalformedWireException("body kind " + code + ", allowed 0-5");
        };
    }
}
