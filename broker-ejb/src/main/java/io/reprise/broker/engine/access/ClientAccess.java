package io.reprise.broker.engine.access;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.endpoint.VpnConfig;
import io.reprise.broker.engine.object.ObjectDirectory;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import org.jspecify.annotations.Nullable;

/**
 * What one client does held against what it may, by the VPN's objects as they are at each time: what an administrator changes holds from
 * the next call on. Thread-safe.
 */
public final class ClientAccess {
    private final String vpn;
    private final ClientIdentity client;
    private volatile @Nullable Known known;

    /** Rules, and of what they were worked out. */
    private record Known(ObjectDirectory objects, long generation, AccessRules rules) {}

    public ClientAccess(String vpn, ClientIdentity client) {
        this.vpn = vpn;
        this.client = client;
    }

    public ClientIdentity client() {
        return client;
    }

    private AccessRules rules(ObjectDirectory objects) {
        if (client.administrator()) {
            return AccessRules.UNRESTRICTED;
        }
        Known last = known;
        if (last == null || last.objects != objects || last.generation != objects.generation()) {
            last = objects.whole(() -> new Known(objects, objects.generation(), AccessRules.of(objects, client)));
            known = last;
        }
        return last.rules;
    }

    /** The right to publish what may be published by what there is now, to be taken before that is asked for each message. */
    public PublishRight publishRight(EndpointDirectory directory) {
        ObjectDirectory objects = directory.objects();
        long generation = objects.generation();
        VpnConfig config = directory.vpn();
        return new PublishRight() {
            @Override
            public String username() {
                return client.username();
            }

            @Override
            public @Nullable BrokerException refusal(EndpointDirectory now, TopicName topic) {
                boolean same = now.objects() == objects && objects.generation() == generation && now.vpn() == config;
                return same ? null : ClientAccess.this.refusal(now, topic);
            }
        };
    }

    private @Nullable BrokerException refusal(EndpointDirectory directory, TopicName topic) {
        try {
            requireSend(directory, topic);
            return null;
        } catch (BrokerException denied) {
            return denied;
        }
    }

    /** @throws BrokerException {@code ACCESS_DENIED} if the client may do nothing here, {@code VPN_DOWN} if nobody may */
    public void requireConnect(EndpointDirectory directory) {
        connected(directory);
    }

    private AccessRules connected(EndpointDirectory directory) {
        if (!directory.vpn().settings().enabled()) {
            throw new BrokerException(ErrorCode.VPN_DOWN, "VPN '" + vpn + "' is disabled: enabled=false");
        }
        int length = client.username().length();
        if (length > ClientIdentity.LONGEST_USERNAME) {
            throw denied(
                    "connecting", "user of " + length + " characters", "at most " + ClientIdentity.LONGEST_USERNAME);
        }
        AccessRules rules = rules(directory.objects());
        if (!rules.enabled()) {
            throw denied("connecting", "client username enabled=false", "enabled=true");
        }
        if (!rules.mayConnect()) {
            throw denied("connecting", "from " + client.address(), "addresses that its ACL profile lets connect");
        }
        return rules;
    }

    /**
     * Who was told the name of a temporary queue or topic may answer to it, whatever the rules.
     *
     * @throws BrokerException {@code ACCESS_DENIED}
     */
    public void requireSend(EndpointDirectory directory, TopicName topic) {
        boolean temporary = TopicName.isTemporary(topic.text())
                || topic.isQueueTopic() && EndpointName.isTemporary(topic.queueName());
        if (temporary) {
            requireConnect(directory);
        } else {
            requirePublish(directory, topic);
        }
    }

    /** @throws BrokerException {@code ACCESS_DENIED} */
    public void requirePublish(EndpointDirectory directory, TopicName topic) {
        if (!connected(directory).publish().allows(topic)) {
            throw denied(
                    "publishing", "topic '" + topic.text() + "'", "topics that its ACL profile lets it publish to");
        }
    }

    /** @throws BrokerException {@code ACCESS_DENIED} unless the client may subscribe to the topic */
    public void requireRead(EndpointDirectory directory, TopicName topic) {
        if (!connected(directory).subscribe().allows(topic)) {
            throw denied("reading", "topic '" + topic.text() + "'", "topics that its ACL profile lets it subscribe to");
        }
    }

    /** @throws BrokerException {@code ACCESS_DENIED} unless all topics that the filter selects are allowed, or it is one temporary topic */
    public void requireSubscribe(EndpointDirectory directory, TopicFilter filter) {
        AccessRules rules = connected(directory);
        if (!isTemporary(filter) && !rules.subscribe().allowsAll(filter)) {
            throw denied(
                    "subscribing",
                    "topic filter '" + filter.text() + "'",
                    "filters all of whose topics its ACL profile lets it subscribe to");
        }
    }

    /** One topic that its connection alone knows, until it tells; several of them would be others'. */
    private static boolean isTemporary(TopicFilter filter) {
        return TopicName.isTemporary(filter.text()) && filter.text().chars().noneMatch(c -> c == '*' || c == '>');
    }

    /** @throws BrokerException {@code ACCESS_DENIED} unless the client owns the endpoint, or may do that with others' */
    public void requirePermission(EndpointDirectory directory, EndpointConfig endpoint, Permission wanted) {
        if (!owns(directory, endpoint) && !endpoint.settings().permission().includes(wanted)) {
            throw denied(
                    "using " + endpoint.label(),
                    "permission " + endpoint.settings().permission().sempName(),
                    "its owner, or permission " + wanted.sempName() + " or more");
        }
    }

    /** @throws BrokerException {@code ACCESS_DENIED} unless the client owns the endpoint, or may use each as its owner */
    public void requireOwner(EndpointDirectory directory, EndpointConfig endpoint) {
        if (!owns(directory, endpoint)) {
            throw denied(
                    "changing settings of " + endpoint.label(),
                    "owner '" + endpoint.settings().owner() + "'",
                    "its owner");
        }
    }

    private boolean owns(EndpointDirectory directory, EndpointConfig endpoint) {
        return connected(directory).overridesPermissions()
                || endpoint.settings().owner().equals(client.username());
    }

    private BrokerException denied(String what, String actual, String allowed) {
        return BrokerException.refused(
                ErrorCode.ACCESS_DENIED,
                what + " as '" + client.username() + "' in VPN '" + vpn + "'",
                actual,
                allowed);
    }
}
