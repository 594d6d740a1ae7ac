package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** A transaction that may take a second. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.timeout"),
            @ActivationConfigProperty(propertyName = "transactionTimeout", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
public class TimeoutBean implements MessageListener {
    @Resource
    private TransactionSynchronizationRegistry transactions;

    @Override
    public void onMessage(Message message) {
        Orders orders = Orders.seenBy("timeout", message);
        if (orders.applies("late")) {
            transactions.registerInterposedSynchronization(new NotingRollback(orders.name()));
            orders.carryOut();
            Seen.add("timeout " + orders.name() + " came back");
        }
    }

    private record NotingRollback(String name) implements Synchronization {
        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            Seen.add("timeout " + name + (status == Status.STATUS_ROLLEDBACK ? " rolled back" : " status " + status));
        }
    }
}
