package io.reprise.broker.ra.jms;

import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.JmsSession;
import org.apache.qpid.jms.message.JmsMessageIDBuilder;
import org.apache.qpid.jms.policy.JmsMessageIDPolicy;

/**
 * Gives messages their JMSMessageID on the sender's side, before the commit: {@code ID:<connection>:<session>:<producer>-<number>}
 * [spec 1.2]. The client's own builders need classes of its wire protocol.
 */
final class MessageIds implements JmsMessageIDPolicy, JmsMessageIDBuilder {
    static final MessageIds POLICY = new MessageIds();

    private MessageIds() {}

    @Override
    public JmsMessageIDPolicy copy() {
        return this;
    }

    @Override
    public JmsMessageIDBuilder getMessageIDBuilder(JmsSession session, JmsDestination destination) {
        return this;
    }

    @Override
    public JmsMessageIDBuilder initialize(String producerId) {
        return this;
    }

    @Override
    public Object createMessageID(String producerId, long messageSequence) {
        return "ID:" + producerId + '-' + messageSequence;
    }
}
