package io.reprise.broker.ra.inbound;

/** What became of one delivery. */
enum Ending {
    /** Acknowledged, or about to be in a batch. */
    DONE,
    /** Released: it comes again, counted. */
    FAILED,
    /** Given back: it comes again, uncounted. */
    REFUSED,
    /** Prepared and undecided: the transaction manager's recovery will tell. */
    IN_DOUBT
}
