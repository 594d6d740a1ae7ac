package io.reprise.broker.engine.log;

import io.reprise.broker.model.access.ClientIdentity;

/**
 * What the log calls a publisher. The ids that publishers give themselves are their user's own: another's messages under the same id are
 * another publisher's, so that nobody can have them taken for sent again (docs/adr/0021).
 */
public final class PublisherName {
    /** Begins the names that are not a plain id. */
    private static final String OF_A_USER = "\0";

    private PublisherName() {}

    /**
     * The name; different for different users or ids. For user {@code default} it is the id, as the log had it when ids were nobody's.
     *
     * @param username whose message it is, at most 189 characters
     * @param publisherId as in its stamp, at most 100 characters
     * @return at most 300 characters
     */
    public static String of(String username, String publisherId) {
        if (username.equals(ClientIdentity.DEFAULT_USERNAME) && !publisherId.startsWith(OF_A_USER)) {
            return publisherId;
        }
        return OF_A_USER + username.length() + ":" + username + publisherId;
    }
}
