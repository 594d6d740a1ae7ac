package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** No transaction of the container: Dups-ok-acknowledge. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.dupsok"),
            @ActivationConfigProperty(propertyName = "acknowledgeMode", propertyValue = "Dups-ok-acknowledge"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
@TransactionManagement(TransactionManagementType.BEAN)
public class DupsOkBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("dupsok", message).carryOut();
    }
}
