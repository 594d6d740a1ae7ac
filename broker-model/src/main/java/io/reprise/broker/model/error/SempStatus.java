package io.reprise.broker.model.error;

/** The status names and numbers of the management API's error envelope (spec 5.1). The constant's name is the status on the wire. */
public enum SempStatus {
    NOT_FOUND(6),
    ALREADY_EXISTS(10),
    INVALID_PARAMETER(11),
    NOT_SUPPORTED(14),
    PARSE_ERROR(27),
    UNAUTHORIZED(72),
    NOT_ALLOWED(89),
    MISSING_PARAMETER(228);

    private final int code;

    SempStatus(int code) {
        this.code = code;
    }

    /** The number in {@code meta.error.code}. */
    public int code() {
        return code;
    }
}
