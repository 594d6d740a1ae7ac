package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.publish.WorkUnit;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection in a transaction that somebody else decides. */
final class ConnectionBranchTest extends ClientFixture {
    private final WorkUnit unit = new WorkUnit();
    private ConnectionBranch branch;
    private Session session;
    private MessageConsumer consumer;

    @BeforeEach
    void join() throws JMSException {
        put("a", "b");
        branch = ((RepriseConnection) connection).branch();
        session = session(Session.AUTO_ACKNOWLEDGE);
        consumer = session.createConsumer(orders);
        branch.join(unit);
    }

    @Test
    void gathersSendsAndReceivesOfAllSessions() throws JMSException {
        int before = vpn.committed().size();
        receive(consumer);
        session.createProducer(orders).send(session.createTextMessage("c"));
        Session another = session(Session.CLIENT_ACKNOWLEDGE);
        receive(another.createConsumer(orders));

        assertThat(unit.acknowledgements()).hasSize(2);
        assertThat(unit.publishes()).hasSize(1);
        assertThat(vpn.committed()).hasSize(before);
        branch.leave();
        vpn.commit(unit);
        branch.settled(unit);

        connection.close();
        assertThat(waiting()).isEqualTo("c:0");
    }

    @Test
    void returnsWhatItReceivedCountedWhenItCameToNothing() throws JMSException {
        receive(consumer);
        branch.leave();

        branch.returned(unit);

        assertThat(waiting()).isEqualTo("a:1 b:0");
        assertThat(receive(consumer)).isEqualTo("a");
    }

    @Test
    void closingItsSessionLeavesTheWorkInTheBranch() throws JMSException {
        receive(consumer);
        session.createProducer(orders).send(session.createTextMessage("c"));

        session.close();
        branch.leave();
        vpn.commit(unit);
        branch.settled(unit);

        assertThat(waiting()).isEqualTo("b:0 c:0");
    }

    @Test
    void closingTheConnectionLeavesTheWorkInTheBranch() throws JMSException {
        receive(consumer);

        connection.close();
        assertThat(waiting()).isEqualTo("b:0");
        branch.leave();
        branch.returned(unit);

        assertThat(waiting()).isEqualTo("a:1 b:0");
    }

    @Test
    void workAfterLeavingIsNotInTheBranch() throws JMSException {
        branch.leave();

        receive(consumer);

        assertThat(unit.isEmpty()).isTrue();
        assertThat(waiting()).isEqualTo("b:0");
    }

    @Test
    void twoUnitsInTurnKeepTheirDeliveriesApart() throws JMSException {
        WorkUnit second = new WorkUnit();
        receive(consumer);
        branch.leave();
        branch.join(second);
        receive(consumer);
        branch.leave();

        branch.returned(unit);
        vpn.commit(second);
        branch.settled(second);

        assertThat(waiting()).isEqualTo("a:1");
    }

    @Test
    void sessionTransactionCannotBeCommittedInside() throws JMSException {
        Session transacted = session(Session.SESSION_TRANSACTED);

        assertThatThrownBy(transacted::commit).isInstanceOf(jakarta.jms.IllegalStateException.class);
    }

    @Test
    void joinsOneUnitAtATime() {
        assertThatThrownBy(() -> branch.join(new WorkUnit())).isInstanceOf(IllegalStateException.class);
    }
}
