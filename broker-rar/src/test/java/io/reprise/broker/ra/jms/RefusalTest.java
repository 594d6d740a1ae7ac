package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.Credentials;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Session;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What isn't built is refused by name, and nothing is bound. */
final class RefusalTest extends ClientFixture {
    private final RepriseTopic topic = new RepriseTopic("t");
    private Session session;

    @BeforeEach
    void open() throws JMSException {
        session = session(Session.AUTO_ACKNOWLEDGE);
    }

    private void assertRefused(String name, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(JMSException.class)
                .hasMessageContaining(name)
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("not-supported");
        assertThat(vpn.queue("orders").openFlows()).isZero();
    }

    @Test
    void noLocal() {
        assertRefused("noLocal", () -> session.createConsumer(topic, null, true));
        assertRefused("noLocal", () -> session.createConsumer(orders, null, true));
    }

    @Test
    void connectionConsumers() {
        assertRefused("connection consumer", () -> connection.createConnectionConsumer(orders, null, () -> null, 1));
    }

    @Test
    void usersWithAWrongPassword() throws JMSException {
        broker.shared(Credentials.class, Credentials::new)
                .checkedBy((username, password) ->
                        password.equals("right") ? Optional.of(ClientIdentity.inServer(username)) : Optional.empty());

        assertThatThrownBy(() -> factory.createConnection("ann", "secret"))
                .isInstanceOf(JMSSecurityException.class)
                .hasMessageContaining("user 'ann'")
                .message()
                .doesNotContain("secret");
        assertThatThrownBy(() -> factory.createContext("ann", "secret"))
                .isInstanceOf(JMSSecurityRuntimeException.class);
        factory.createConnection("ann", "right").close();
        assertThatCode(() -> factory.createConnection(null, null).close()).doesNotThrowAnyException();
    }

    @Test
    void queuesThatDoNotExist() {
        assertThatThrownBy(() -> session.createConsumer(new RepriseQueue("nowhere")))
                .isInstanceOf(InvalidDestinationException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void namesThatNoQueueCanHave() {
        assertThatThrownBy(() -> session.createConsumer(new RepriseQueue("q*")))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("contains *");
    }
}
