package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.access.ClientAccess;
import io.reprise.broker.model.access.AclProfileAttributes;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.ClientUsernameAttributes;
import io.reprise.broker.model.access.DefaultAction;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.vpn.MessageVpn;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What an administrator says about a test's clients, and these clients. */
record Acl(TestVpn broker) {
    MessageVpn as(String username) {
        ClientIdentity client = new ClientIdentity(username, "10.1.2.3", false);
        return new ClientVpn(broker.vpn.of(username), broker.life, new ClientAccess("default", client)).connected();
    }

    static AttributeValues rules(DefaultAction publish, DefaultAction subscribe) {
        return ObjectKind.ACL_PROFILE
                .attributes()
                .defaults()
                .with(AclProfileAttributes.CONNECT, DefaultAction.ALLOW)
                .with(AclProfileAttributes.PUBLISH, publish)
                .with(AclProfileAttributes.SUBSCRIBE, subscribe);
    }

    /** An enabled user who has the profile. */
    static AttributeValues withProfile(String profile) {
        return ObjectKind.CLIENT_USERNAME
                .attributes()
                .defaults()
                .with(ClientUsernameAttributes.ENABLED, true)
                .with(ClientUsernameAttributes.ACL_PROFILE, profile);
    }

    static EndpointSettings owned(String owner, Permission permission) {
        return TestVpn.queue().with(EndpointAttributes.OWNER, owner).with(EndpointAttributes.PERMISSION, permission);
    }

    static CommitOutcome publish(MessageVpn vpn, String topic) {
        return vpn.commit(WorkUnit.publishing(TestVpn.message(topic, "x")));
    }

    static Flow bind(MessageVpn vpn, String queue) {
        return vpn.bind(new BindRequest(EndpointKind.QUEUE, queue, "client"));
    }

    static void assertDenied(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED));
    }

    private static ObjectName name(String profile) {
        return ObjectName.of(ObjectKind.ACL_PROFILE, profile);
    }

    /** Makes a profile and a user of the same name who has it. */
    void user(String name, DefaultAction publish, DefaultAction subscribe) {
        broker.administration.objects().create(name(name), rules(publish, subscribe));
        broker.administration.objects().create(ObjectName.of(ObjectKind.CLIENT_USERNAME, name), withProfile(name));
    }

    void change(String profile, DefaultAction publish, DefaultAction subscribe) {
        broker.administration.objects().change(name(profile), rules(publish, subscribe), -1);
    }

    void except(ObjectKind kind, String profile, String text) {
        broker.administration
                .objects()
                .create(new ObjectName(kind, profile, text), kind.attributes().defaults());
    }
}
