package io.reprise.broker.model.push;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Every setting of a REST consumer, the target of a REST delivery point, in SEMP's names, ranges and defaults (spec 5.2); {@code
 * docs/object-settings.md} comes from here.
 */
public final class RestConsumerAttributes {
    /** All of them. */
    public static final AttributeList ALL = new AttributeList("REST consumer");

    private static final Pattern HOST = Pattern.compile(
            "(?=.{0,253}$)(([A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*)|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)?");

    /** A header's name that no other part of a request uses [RFC 9110 §5.6.2]. */
    private static final Pattern HEADER_NAME = Pattern.compile(
            "(?i)((?!(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|user-agent|solace-.*|reprise-.*|ce-.*)$)[!#$%&'*+.^_`|~0-9A-Z-]{1,50})?");

    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7E]{0,4096}");
    private static final Pattern PASSWORD = Pattern.compile("[^\\p{Cntrl}]{0,128}");
    private static final Pattern USER = Pattern.compile("[^\\p{Cntrl}:]{0,189}");

    public static final Attribute<Boolean> ENABLED =
            ALL.declare("enabled", new AttributeType.Flag(), "", false, "Whether messages are posted to it.");
    public static final Attribute<String> REMOTE_HOST = ALL.declare(
            "remoteHost",
            new AttributeType.Form(HOST, "a DNS name or an IP address of at most 253 characters; empty"),
            "",
            "",
            "The target. It must be on the server's list of what is allowed (`reprise.web.push.allowedTargets`); that is asked for each message.");
    public static final Attribute<Long> REMOTE_PORT =
            ALL.declare("remotePort", new AttributeType.Whole(1, 65_535), "", 8080L, "The target's port.");
    public static final Attribute<Boolean> TLS_ENABLED = ALL.declare(
            "tlsEnabled",
            new AttributeType.Flag(),
            "",
            false,
            "Whether it is https: the target's certificate must be of its name, and of an authority that the server's Java trusts.");
    public static final Attribute<Long> OUTGOING_CONNECTION_COUNT = ALL.declare(
            "outgoingConnectionCount",
            new AttributeType.Whole(1, 50),
            "",
            3L,
            "How many messages are posted to it at the same time. With 1, and no other REST consumer, each is posted after the one before was settled.");
    public static final Attribute<Long> MAX_POST_WAIT_TIME = ALL.declare(
            "maxPostWaitTime",
            new AttributeType.Whole(1, 300),
            "s",
            30L,
            "How long a request may take, connecting included; after that it has failed.");
    public static final Attribute<Long> RETRY_DELAY = ALL.declare(
            "retryDelay",
            new AttributeType.Whole(1, 300),
            "s",
            3L,
            "How long nothing is posted to a target that can't be reached.");
    public static final Attribute<AuthenticationScheme> AUTHENTICATION_SCHEME = ALL.declare(
            "authenticationScheme",
            new AttributeType.Choice<>(AuthenticationScheme.class, AuthenticationScheme::word),
            "",
            AuthenticationScheme.NONE,
            "How requests say who sends them.");
    public static final Attribute<String> BASIC_USERNAME = ALL.declare(
            "authenticationHttpBasicUsername",
            new AttributeType.Form(USER, "text of at most 189 characters without a colon"),
            "",
            "",
            "The user, for `http-basic`.");
    public static final Attribute<String> BASIC_PASSWORD = ALL.declare(
            "authenticationHttpBasicPassword",
            new AttributeType.Secret(new AttributeType.Form(PASSWORD, "text of at most 128 characters")),
            "",
            "",
            "The password, for `http-basic`. It is taken and never shown.");
    public static final Attribute<String> HEADER = ALL.declare(
            "authenticationHttpHeaderName",
            new AttributeType.Form(
                    HEADER_NAME,
                    "a header's name of at most 50 characters that the request has no use for itself; empty"),
            "",
            "",
            "The header, for `http-header`, for instance Authorization.");
    public static final Attribute<String> HEADER_CONTENT = ALL.declare(
            "authenticationHttpHeaderValue",
            new AttributeType.Secret(new AttributeType.Form(HEADER_VALUE, "at most 4096 characters of ASCII")),
            "",
            "",
            "Its value. It is taken and never shown.");

    static {
        Map.of(
                        "httpMethod", "post",
                        "localInterface", "",
                        "proxyName", "",
                        "tlsCipherSuiteList", "default",
                        "authenticationClientCertContent", "",
                        "authenticationClientCertPassword", "")
                .forEach(ALL::declareForeign);
    }

    private RestConsumerAttributes() {}
}
