package io.reprise.broker.engine.access;

import io.reprise.broker.engine.object.ObjectDirectory;
import io.reprise.broker.engine.object.ObjectReferences;
import io.reprise.broker.model.access.AclProfileAttributes;
import io.reprise.broker.model.access.AddressRange;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.ClientUsernameAttributes;
import io.reprise.broker.model.access.DefaultAction;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one client may do on one VPN, worked out from the VPN's objects as they were. A user of the security domain that is no client
 * username of the VPN has the ACL profile {@code default} and no right on endpoints but what they give. Immutable but for what its topic
 * rules remember.
 *
 * @param enabled whether its client username is
 * @param mayConnect whether it may from where it is
 * @param overridesPermissions whether it may use each endpoint as its owner
 */
record AccessRules(
        boolean enabled, boolean mayConnect, boolean overridesPermissions, TopicRule publish, TopicRule subscribe) {
    /** SEMP's word for the client's own name in a level of an exception's topic. */
    static final String USERNAME_VARIABLE = "$client-username";

    /** An administrator's. */
    static final AccessRules UNRESTRICTED =
            new AccessRules(true, true, true, new TopicRule(true, List.of()), new TopicRule(true, List.of()));

    static AccessRules of(ObjectDirectory objects, ClientIdentity client) {
        AttributeValues user = user(objects, client.username());
        String profile = user.get(ClientUsernameAttributes.ACL_PROFILE);
        AttributeValues rules = values(objects, ObjectName.of(ObjectKind.ACL_PROFILE, profile));
        return new AccessRules(
                user.get(ClientUsernameAttributes.ENABLED),
                mayConnect(rules, objects.of(ObjectKind.CLIENT_CONNECT_EXCEPTION, profile), client.address()),
                user.get(ClientUsernameAttributes.PERMISSION_OVERRIDE),
                rule(
                        rules.get(AclProfileAttributes.PUBLISH),
                        objects.of(ObjectKind.PUBLISH_TOPIC_EXCEPTION, profile),
                        client.username()),
                rule(
                        rules.get(AclProfileAttributes.SUBSCRIBE),
                        objects.of(ObjectKind.SUBSCRIBE_TOPIC_EXCEPTION, profile),
                        client.username()));
    }

    private static AttributeValues user(ObjectDirectory objects, String username) {
        ObjectView known = objects.find(ObjectName.of(ObjectKind.CLIENT_USERNAME, username));
        if (known != null) {
            return known.values();
        }
        if (username.equals(ClientIdentity.DEFAULT_USERNAME)) {
            return values(objects, ObjectName.of(ObjectKind.CLIENT_USERNAME, username));
        }
        return ObjectKind.CLIENT_USERNAME.attributes().defaults().with(ClientUsernameAttributes.ENABLED, true);
    }

    /** Of an object that is there, or of one that each VPN has, before it was made. */
    private static AttributeValues values(ObjectDirectory objects, ObjectName name) {
        @Nullable ObjectView known = objects.find(name);
        return known != null
                ? known.values()
                : ObjectReferences.permanent(0).stream()
                        .filter(object -> object.name().equals(name))
                        .findFirst()
                        .map(ObjectView::values)
                        .orElseGet(() -> name.kind().attributes().defaults());
    }

    private static boolean mayConnect(AttributeValues rules, Collection<ObjectView> exceptions, String address) {
        boolean allowed = rules.get(AclProfileAttributes.CONNECT) == DefaultAction.ALLOW;
        return allowed
                != exceptions.stream()
                        .anyMatch(exception ->
                                AddressRange.of(exception.name().name()).contains(address));
    }

    private static TopicRule rule(DefaultAction action, Collection<ObjectView> exceptions, String username) {
        List<TopicFilter> filters = exceptions.stream()
                .map(exception -> filter(exception.name().name(), username))
                .filter(Objects::nonNull)
                .toList();
        return new TopicRule(action == DefaultAction.ALLOW, filters);
    }

    /** Null where the client's name would not be one literal level, or no topic is so long: there is no topic that it selects. */
    private static @Nullable TopicFilter filter(String text, String username) {
        String[] levels = text.split("/", -1);
        for (int level = 0; level < levels.length; level++) {
            if (levels[level].equals(USERNAME_VARIABLE)) {
                if (!isLiteral(username, level)) {
                    return null;
                }
                levels[level] = username;
            }
        }
        try {
            return TopicFilter.ofDirectSubscriber(String.join("/", levels));
        } catch (BrokerException noFilter) {
            return null;
        }
    }

    /** A first level that is reserved is no user's own: queues are addressed by it. */
    private static boolean isLiteral(String username, int level) {
        return !username.isEmpty()
                && username.chars().noneMatch(c -> c == '/' || c == '*' || c == '>' || c == 0)
                && !(level == 0 && username.startsWith(TopicName.RESERVED_PREFIX));
    }
}
