package io.reprise.broker.it.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.EmbeddedBroker;
import io.reprise.broker.model.endpoint.EndpointKind;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** What a restored broker has of the messages of {@link BackupLoad}. */
final class BackupContent {
    private BackupContent() {}

    /** All that was acknowledged before, nothing that was begun later, and nothing half. */
    static void assertOfAMoment(EmbeddedBroker restored, BackupLedger.Moment before, BackupLedger.Moment after)
            throws JMSException {
        Set<String> audit = BackupContent.drain(restored, BackupLoad.AUDIT);
        assertThat(audit).containsAll(before.stored());
        assertThat(after.tried()).containsAll(audit);
        assertThat(audit).allSatisfy(name -> assertThat(audit).contains(BackupContent.otherOfPair(name)));
        assertThat(audit).allSatisfy(name -> assertThat(audit).containsAll(BackupContent.earlier(name)));

        Set<String> work = BackupContent.drain(restored, BackupLoad.WORK);
        assertThat(audit).containsAll(work);
        assertThat(work).doesNotContainAnyElementsOf(before.acknowledged());
        Set<String> owed = new TreeSet<>(audit);
        owed.removeAll(after.taken());
        assertThat(work).containsAll(owed);
    }

    static String otherOfPair(String name) {
        int dash = name.indexOf('-');
        return name.substring(0, dash + 1) + (Integer.parseInt(name.substring(dash + 1)) ^ 1);
    }

    /** Those of the same publisher before it: what was committed before is there too. */
    static List<String> earlier(String name) {
        int dash = name.indexOf('-');
        List<String> names = new ArrayList<>();
        for (int i = Integer.parseInt(name.substring(dash + 1)) - 1; i >= 0; i--) {
            names.add(name.substring(0, dash + 1) + i);
        }
        return names;
    }

    /** Each message once, with the body it was sent with. */
    static Set<String> drain(EmbeddedBroker broker, String queue) throws JMSException {
        List<String> names = new ArrayList<>();
        long count = broker.administration()
                .endpointStatistics(EndpointKind.QUEUE, queue)
                .spooledMsgCount();
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            connection.start();
            for (long i = 0; i < count; i++) {
                Message message = Objects.requireNonNull(consumer.receive(20_000));
                String name = BackupLoad.name(message);
                assertThat(((TextMessage) message).getText().equals(BackupLoad.body(name)))
                        .as("body of " + name)
                        .isTrue();
                names.add(name);
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
        assertThat(names).doesNotHaveDuplicates();
        return new TreeSet<>(names);
    }
}
