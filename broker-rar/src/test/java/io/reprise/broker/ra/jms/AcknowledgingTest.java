package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as done, and what returns with which count [spec 4.3]. */
final class AcknowledgingTest extends ClientFixture {
    @Test
    void autoAcknowledgesEachMessageWhenItIsReceived() throws JMSException {
        put("a", "b");
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);

        assertThat(receive(consumer)).isEqualTo("a");

        connection.close();
        assertThat(waiting()).isEqualTo("b:0");
    }

    @Test
    void receivingParksNothing() throws JMSException {
        put("a", "b", "c");
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);

        assertThat(waiting()).isEqualTo("a:0 b:0 c:0");
        receive(consumer);

        assertThat(waiting()).isEqualTo("b:0 c:0");
    }

    @Test
    void autoReturnsAMessageUncountedThatTheApplicationNeverGot() throws JMSException {
        put("a");
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);
        vpn.script(new CommitOutcome.Rejected(ErrorCode.VPN_DOWN, "stopping"));

        assertThatThrownBy(() -> consumer.receive(LONG))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("stopping");

        assertThat(waiting()).isEqualTo("a:0");
        assertThat(receive(consumer)).isEqualTo("a");
    }

    @Test
    void dupsOkDoesNotWaitForItsAcknowledgements() throws JMSException {
        put("a", "b");
        vpn.hold();
        MessageConsumer consumer = session(Session.DUPS_OK_ACKNOWLEDGE).createConsumer(orders);

        assertThat(receive(consumer)).isEqualTo("a");
        assertThat(receive(consumer)).isEqualTo("b");
        assertThat(vpn.committed()).hasSize(2);
        vpn.settleAll();

        assertThat(vpn.committed()).hasSize(4);
    }

    /** A Dups-ok session whose acknowledgements of two messages are under way. */
    private Session acknowledgingTwo() throws JMSException {
        put("a", "b");
        vpn.hold();
        Session session = session(Session.DUPS_OK_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(orders);
        receive(consumer);
        receive(consumer);
        return session;
    }

    @ParameterizedTest
    @ValueSource(strings = {"session", "connection"})
    void closingWaitsForTheAcknowledgementsOfDupsOk(String closed) throws JMSException {
        Session session = acknowledgingTwo();
        int before = vpn.committed().size();

        if (closed.equals("session")) {
            session.close();
        } else {
            connection.close();
        }

        assertThat(vpn.committed()).hasSize(before + 2);
    }

    @Test
    void closingWaitsForOneAcknowledgementInVainNotForEach() throws JMSException {
        Session session = acknowledgingTwo();
        int before = vpn.committed().size();
        vpn.script(new CommitOutcome.Unknown("database lost"));

        session.close();

        assertThat(vpn.committed()).hasSize(before);
    }

    @Test
    void clientAcknowledgesAllThatTheSessionHasReceivedInOneUnit() throws JMSException {
        put("a", "b", "c");
        MessageConsumer consumer = session(Session.CLIENT_ACKNOWLEDGE).createConsumer(orders);
        receive(consumer);
        Message second = consumer.receive(LONG);
        int before = vpn.committed().size();

        second.acknowledge();

        assertThat(vpn.committed()).hasSize(before + 1);
        assertThat(vpn.committed().get(before).acknowledgements()).hasSize(2);
        connection.close();
        assertThat(waiting()).isEqualTo("c:0");
    }

    @Test
    void acknowledgementThatWasRefusedCanBeTriedAgain() throws JMSException {
        put("a");
        MessageConsumer consumer = session(Session.CLIENT_ACKNOWLEDGE).createConsumer(orders);
        Message message = consumer.receive(LONG);
        vpn.script(new CommitOutcome.Rejected(ErrorCode.VPN_STARTING, "recovering"));

        assertThatThrownBy(message::acknowledge).isInstanceOf(JMSException.class);
        message.acknowledge();

        connection.close();
        assertThat(waiting()).isEmpty();
    }

    @Test
    void whatMayNotBeAcknowledgedComesAgainCounted() throws JMSException {
        put("a");
        MessageConsumer consumer = session(Session.CLIENT_ACKNOWLEDGE).createConsumer(orders);
        Message message = consumer.receive(LONG);
        vpn.script(new CommitOutcome.Unknown("database lost"));

        assertThatThrownBy(message::acknowledge).isInstanceOf(OutcomeUnknownException.class);

        assertThat(waiting()).isEqualTo("a:1");
    }

    @Test
    void recoverReturnsWhatWasPresentedCounted() throws JMSException {
        put("a", "b");
        Session session = session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(orders);
        receive(consumer);

        session.recover();

        assertThat(waiting()).isEqualTo("a:1 b:0");
        Message again = consumer.receive(LONG);
        assertThat(text(again)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }

    @Test
    void closingTheSessionReturnsWhatWasPresentedCounted() throws JMSException {
        put("a", "b");
        Session session = session(Session.CLIENT_ACKNOWLEDGE);
        receive(session.createConsumer(orders));

        session.close();

        assertThat(waiting()).isEqualTo("a:1 b:0");
    }

    @Test
    void closingTheConnectionReturnsWhatWasPresentedCounted() throws JMSException {
        put("a");
        receive(session(Session.CLIENT_ACKNOWLEDGE).createConsumer(orders));

        connection.close();

        assertThat(waiting()).isEqualTo("a:1");
        assertThat(vpn.queue("orders").openFlows()).isZero();
    }

    @Test
    void messagesOfAClosedConsumerCanStillBeAcknowledged() throws JMSException {
        put("a");
        MessageConsumer consumer = session(Session.CLIENT_ACKNOWLEDGE).createConsumer(orders);
        Message message = consumer.receive(LONG);

        consumer.close();
        assertThat(waiting()).isEmpty();
        message.acknowledge();

        connection.close();
        assertThat(waiting()).isEmpty();
    }

    @Test
    void individualAcknowledgesOneMessageAlone() throws JMSException {
        put("a", "b");
        MessageConsumer consumer = session(AcknowledgeMode.INDIVIDUAL_NUMBER).createConsumer(orders);
        receive(consumer);
        consumer.receive(LONG).acknowledge();

        connection.close();

        assertThat(waiting()).isEqualTo("a:1");
    }

    @Test
    void receiveBodyOfAnotherTypeChangesNothingAndStaysFirst() throws JMSException {
        put("a", "b");
        try (var context = factory.createContext()) {
            var consumer = context.createConsumer(orders);

            assertThatThrownBy(() -> consumer.receiveBody(Integer.class, LONG))
                    .isInstanceOf(jakarta.jms.MessageFormatRuntimeException.class);

            assertThat(consumer.receiveBody(String.class, LONG)).isEqualTo("a");
            assertThatThrownBy(() -> consumer.receiveBody(Integer.class, LONG))
                    .isInstanceOf(jakarta.jms.MessageFormatRuntimeException.class);
        }
        assertThat(waiting()).isEqualTo("b:0");
    }

    @Test
    void refusesAcknowledgeModesItDoesNotKnow() {
        assertThatThrownBy(() -> session(257)).isInstanceOf(JMSException.class).hasMessageContaining("257");
        assertThatThrownBy(() -> factory.createContext(100)).isInstanceOf(jakarta.jms.JMSRuntimeException.class);
    }
}
