package io.reprise.broker.model.error;

import org.jspecify.annotations.Nullable;

/**
 * What the broker throws: an entry of the catalogue and a message that says what failed, on which object, with the actual and the
 * allowed value. Rolls back the transaction of an EJB that lets it out ({@code ejb-jar.xml}).
 */
public class BrokerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Values come from outside: the message shows no more of one than this, in characters. */
    private static final int SHOWN_LENGTH = 300;

    private final ErrorCode code;

    public BrokerException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    public BrokerException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /**
     * Words a refusal in the catalogue's form.
     *
     * @param object what was refused, for instance {@code topic 'a/b'}
     * @param actual its value or the measure that broke the rule
     * @param allowed what would have been accepted
     */
    public static BrokerException refused(ErrorCode code, String object, Object actual, String allowed) {
        return new BrokerException(
                code, shown(object) + ": " + shown(String.valueOf(actual)) + "; allowed: " + allowed);
    }

    public ErrorCode code() {
        return code;
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_LENGTH
                ? text
                : text.substring(0, SHOWN_LENGTH) + "… (" + text.length() + " characters)";
    }
}
