package io.reprise.broker.it.crash;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.nio.file.Files;

/** Writes a row for each message and sends a third of them on, each in the message's transaction. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = Work.QUEUE),
            @ActivationConfigProperty(propertyName = "subscriptions", propertyValue = "crash/work/>"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "" + Work.SESSIONS)
        })
public class Work implements MessageListener {

    static final String QUEUE = "crash-work";
    static final int SESSIONS = 15;
    static final String STEP = "work";

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private ConnectionFactory connections;

    @Resource(lookup = "java:/TransactionManager")
    private TransactionManager transactions;

    @Inject
    private EffectTable effects;

    @Override
    public void onMessage(Message message) {
        try {
            Presentation.note(message);
            LoadMessage work = LoadMessage.of(message);
            String crashPoint = LoadMessage.crashPoint(message);
            if (!crashPoint.isEmpty() && Files.exists(LoadFolder.armed())) {
                enlist(CrashPoint.at(CrashPoint.Moment.valueOf(crashPoint)));
            }
            effects.add(work, STEP, message.getIntProperty("JMSXDeliveryCount"));
            if (work.isSentOn()) {
                sendOn(work);
            }
        } catch (JMSException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void sendOn(LoadMessage work) throws JMSException {
        try (JMSContext context = connections.createContext()) {
            context.createProducer().send(context.createQueue(Next.QUEUE), work.toMessage(context));
        }
    }

    private void enlist(CrashPoint crashPoint) {
        try {
            Transaction transaction = transactions.getTransaction();
            if (!transaction.enlistResource(crashPoint)) {
                throw new IllegalStateException("The crashing resource isn't taken in");
            }
        } catch (RollbackException | SystemException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
