package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session's own transaction. */
final class TransactedSessionTest extends ClientFixture {
    private Session session;
    private MessageConsumer consumer;
    private MessageProducer producer;

    @BeforeEach
    void open() throws JMSException {
        put("a", "b");
        session = session(Session.SESSION_TRANSACTED);
        consumer = session.createConsumer(orders);
        producer = session.createProducer(orders);
    }

    @Test
    void commitsWhatWasReceivedAndSentAsOneUnit() throws JMSException {
        int before = vpn.committed().size();
        receive(consumer);
        producer.send(session.createTextMessage("c"));
        assertThat(vpn.committed()).hasSize(before);

        session.commit();

        assertThat(vpn.committed()).hasSize(before + 1);
        WorkUnit unit = vpn.committed().get(before);
        assertThat(unit.acknowledgements()).hasSize(1);
        assertThat(unit.publishes()).hasSize(1);
        assertThat(waiting()).isEqualTo("b:0 c:0");
    }

    /** Whoever commits the unit may be another user. */
    @Test
    void whatIsSentIsTheMessageOfWhoSendsIt() throws JMSException {
        producer.send(stamped(session.createTextMessage("c")));
        session.commit();

        assertThat(vpn.committed()
                        .get(vpn.committed().size() - 1)
                        .publishes()
                        .get(0)
                        .publisher())
                .isEqualTo(new PublisherStamp("gauge-7", 42, "who was asked"));
    }

    @Test
    void rollbackReturnsWhatWasReceivedCountedAndDropsWhatWasSent() throws JMSException {
        receive(consumer);
        producer.send(session.createTextMessage("c"));

        session.rollback();

        assertThat(waiting()).isEqualTo("a:1 b:0");
        assertThat(receive(consumer)).isEqualTo("a");
    }

    @Test
    void eachRollbackCountsOnce() throws JMSException {
        for (int i = 0; i < 3; i++) {
            assertThat(consumer.receive(LONG).getIntProperty("JMSXDeliveryCount"))
                    .isEqualTo(i + 1);
            session.rollback();
        }

        assertThat(waiting()).isEqualTo("a:3 b:0");
    }

    @Test
    void commitThatIsRefusedRollsBackWithTheReason() throws JMSException {
        receive(consumer);
        producer.send(session.createTextMessage("c"));
        vpn.script(new CommitOutcome.Rejected(ErrorCode.QUEUE_QUOTA_EXCEEDED, "queue 'orders' is full"));

        assertThatThrownBy(session::commit)
                .isInstanceOf(TransactionRolledBackException.class)
                .hasMessage("queue 'orders' is full")
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("queue-quota-exceeded");

        assertThat(waiting()).isEqualTo("a:1 b:0");
        receive(consumer);
        session.commit();
        assertThat(waiting()).isEqualTo("b:0");
    }

    @Test
    void commitOfUnknownOutcomeIsItsOwnError() throws JMSException {
        receive(consumer);
        vpn.script(new CommitOutcome.Unknown("database lost"));

        assertThatThrownBy(session::commit)
                .isInstanceOf(OutcomeUnknownException.class)
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("outcome-unknown");
    }

    @Test
    void commitOfNothingAsksNobody() throws JMSException {
        int before = vpn.committed().size();

        session.commit();

        assertThat(vpn.committed()).hasSize(before);
    }

    @Test
    void closingTheSessionRollsBack() throws JMSException {
        receive(consumer);
        producer.send(session.createTextMessage("c"));

        session.close();

        assertThat(waiting()).isEqualTo("a:1 b:0");
    }

    @Test
    void whatAClosedConsumerReceivedIsStillCommitted() throws JMSException {
        receive(consumer);
        consumer.close();

        session.commit();

        connection.close();
        assertThat(waiting()).isEqualTo("b:0");
    }
}
