package io.reprise.broker.engine.object;

import io.reprise.broker.model.access.AclProfileAttributes;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.ClientUsernameAttributes;
import io.reprise.broker.model.access.DefaultAction;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.settings.FirstVersion;
import java.util.List;
import java.util.Set;

/** What of a VPN's objects must be there for others. Stateless. */
public final class ObjectReferences {
    /** The objects that each VPN has for ever: what applications in the server without credentials are. */
    private static final Set<ObjectName> PERMANENT = Set.of(
            ObjectName.of(ObjectKind.ACL_PROFILE, ClientIdentity.DEFAULT_USERNAME),
            ObjectName.of(ObjectKind.CLIENT_USERNAME, ClientIdentity.DEFAULT_USERNAME));

    private ObjectReferences() {}

    /** The permanent objects as they are at first: whoever is in the server may publish and consume everywhere [spec 5.4]. */
    public static List<ObjectView> permanent(long createdMillis) {
        AttributeValues everything = ObjectKind.ACL_PROFILE
                .attributes()
                .defaults()
                .with(AclProfileAttributes.CONNECT, DefaultAction.ALLOW)
                .with(AclProfileAttributes.PUBLISH, DefaultAction.ALLOW)
                .with(AclProfileAttributes.SUBSCRIBE, DefaultAction.ALLOW);
        AttributeValues anyone = ObjectKind.CLIENT_USERNAME
                .attributes()
                .defaults()
                .with(ClientUsernameAttributes.ENABLED, true)
                .with(ClientUsernameAttributes.PERMISSION_OVERRIDE, true);
        return List.of(
                new ObjectView(
                        ObjectName.of(ObjectKind.ACL_PROFILE, ClientIdentity.DEFAULT_USERNAME),
                        everything,
                        FirstVersion.next(),
                        createdMillis),
                new ObjectView(
                        ObjectName.of(ObjectKind.CLIENT_USERNAME, ClientIdentity.DEFAULT_USERNAME),
                        anyone,
                        FirstVersion.next(),
                        createdMillis));
    }

    /** Whether it is one that each VPN has. */
    public static boolean isPermanent(ObjectName name) {
        return PERMANENT.contains(name);
    }

    /** What an object to be created or changed names must be there. */
    public static void requireNamed(ObjectLookup objects, ObjectName name, AttributeValues values) {
        if (name.kind() == ObjectKind.CLIENT_USERNAME) {
            String profile = values.get(ClientUsernameAttributes.ACL_PROFILE);
            if (objects.find(ObjectName.of(ObjectKind.ACL_PROFILE, profile)) == null) {
                throw BrokerException.refused(
                        ErrorCode.NOT_ALLOWED,
                        ClientUsernameAttributes.ACL_PROFILE + " of " + name.label(),
                        "'" + profile + "', which does not exist",
                        "an ACL profile of the VPN");
            }
        }
    }

    /** An object that others name, or that is there for ever, is not deleted. */
    public static void requireUnnamed(ObjectLookup objects, ObjectName name) {
        if (PERMANENT.contains(name)) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED, "deleting " + name.label(), "each VPN has it", "changing it");
        }
        if (name.kind() == ObjectKind.ACL_PROFILE) {
            objects.of(ObjectKind.CLIENT_USERNAME, "").stream()
                    .filter(user -> user.values()
                            .get(ClientUsernameAttributes.ACL_PROFILE)
                            .equals(name.name()))
                    .findFirst()
                    .ifPresent(user -> {
                        throw BrokerException.refused(
                                ErrorCode.NOT_ALLOWED,
                                "deleting " + name.label(),
                                user.name().label() + " has it",
                                "giving that another first");
                    });
        }
    }
}
