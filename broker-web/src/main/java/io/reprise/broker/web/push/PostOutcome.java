package io.reprise.broker.web.push;

/** How the posting of a message ended. */
sealed interface PostOutcome {
    /** 2xx: the target has it. */
    record Taken() implements PostOutcome {}

    /** The request was sent, or begun to be, and not answered with 2xx: a failed attempt. */
    record Failed(String reason) implements PostOutcome {}

    /** There was no connection on which to send it: the target has not seen a byte of it. */
    record Unreached(String reason) implements PostOutcome {}
}
