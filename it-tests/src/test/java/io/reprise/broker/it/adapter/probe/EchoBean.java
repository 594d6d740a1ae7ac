package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;

/** Answers to whatever destination a request names, in the request's transaction. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.echo"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
public class EchoBean implements MessageListener {
    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private ConnectionFactory factory;

    @Override
    public void onMessage(Message message) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer()
                    .setJMSCorrelationID(message.getJMSMessageID())
                    .send(message.getJMSReplyTo(), "echo " + ((TextMessage) message).getText());
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
