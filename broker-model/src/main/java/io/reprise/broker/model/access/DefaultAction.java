package io.reprise.broker.model.access;

/** What an ACL profile says of whatever none of its exceptions names. */
public enum DefaultAction {
    ALLOW("allow"),
    DISALLOW("disallow");

    private final String word;

    DefaultAction(String word) {
        this.word = word;
    }

    /** SEMP's word for it. */
    public String word() {
        return word;
    }
}
