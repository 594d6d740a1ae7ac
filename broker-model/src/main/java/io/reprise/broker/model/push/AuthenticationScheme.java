package io.reprise.broker.model.push;

/** How a REST consumer's requests say who sends them. */
public enum AuthenticationScheme {
    /** They don't. */
    NONE("none"),
    /** By user and password [RFC 7617]. */
    HTTP_BASIC("http-basic"),
    /** By a header, as a bearer token or an API key. */
    HTTP_HEADER("http-header");

    private final String word;

    AuthenticationScheme(String word) {
        this.word = word;
    }

    /** Its JSON value. */
    public String word() {
        return word;
    }
}
