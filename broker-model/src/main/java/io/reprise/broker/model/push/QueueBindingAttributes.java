package io.reprise.broker.model.push;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;
import java.util.regex.Pattern;

/**
 * Every setting of a queue binding of a REST delivery point, whose name is the queue's (spec 5.2); {@code docs/object-settings.md} comes
 * from here.
 */
public final class QueueBindingAttributes {
    /** All of them. */
    public static final AttributeList ALL = new AttributeList("queue binding");

    /** A path and query as a request's first line has them [RFC 9112 §3.2.1]. */
    private static final Pattern TARGET =
            Pattern.compile("(?=.{0,255}$)(/([A-Za-z0-9\\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*)?");

    public static final Attribute<String> POST_REQUEST_TARGET = ALL.declare(
            "postRequestTarget",
            new AttributeType.Form(
                    TARGET, "empty, or at most 255 characters: / and a path, with a query if need be, URL-encoded"),
            "",
            "",
            "Path and query to which this queue's messages are posted; empty is /.");

    static {
        ALL.declareForeign("gatewayReplaceTargetAuthorityEnabled", "false");
        ALL.declareForeign("requestTargetEvaluation", "none");
    }

    private QueueBindingAttributes() {}
}
