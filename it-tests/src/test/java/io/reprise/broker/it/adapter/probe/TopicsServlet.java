package io.reprise.broker.it.adapter.probe;

import jakarta.jms.Destination;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;

/** {@code GET /topics?do=…}: what an application does with topics and temporary destinations; answers what came of it. */
@WebServlet("/topics")
public class TopicsServlet extends AskedServlet {
    private static final long serialVersionUID = 1L;

    @Override
    String run(String what, HttpServletRequest request) throws Exception {
        return switch (what) {
            case "publish" -> publish(request);
            case "publish-jta" -> publishInTransaction(request);
            case "live" -> live(request);
            case "ask-queue" -> ask(true);
            case "ask-topic" -> ask(false);
            case "left" -> left();
            case "shared" -> shared();
            default -> throw new IllegalArgumentException(what);
        };
    }

    @Override
    String refused(Exception e) {
        return e instanceof JMSRuntimeException refusal ? refusal.getErrorCode() : super.refused(e);
    }

    private String publish(HttpServletRequest request) {
        try (JMSContext context = factory.createContext()) {
            JMSProducer producer = context.createProducer();
            if (request.getParameter("retained") != null) {
                producer.setProperty("JMS_Reprise_Retained", true);
            }
            if (request.getParameter("direct") != null) {
                producer.setProperty("JMS_Reprise_DeliveryMode", "DIRECT");
            }
            producer.send(context.createTopic(request.getParameter("topic")), request.getParameter("text"));
            return "sent";
        }
    }

    private String publishInTransaction(HttpServletRequest request) throws Exception {
        transaction.begin();
        try {
            return publish(request);
        } finally {
            transaction.rollback();
        }
    }

    /** The first message that comes to a live consumer. */
    private String live(HttpServletRequest request) throws JMSException {
        try (JMSContext context = factory.createContext()) {
            JMSConsumer consumer = context.createConsumer(context.createTopic(request.getParameter("topic")));
            Message message = consumer.receive(PATIENCE_MILLIS);
            return message == null
                    ? "nothing"
                    : message.getStringProperty("JMS_Reprise_MessageType") + " " + ((TextMessage) message).getText();
        }
    }

    private String ask(boolean queue) throws JMSException {
        try (JMSContext context = factory.createContext()) {
            Destination replies = queue ? context.createTemporaryQueue() : context.createTemporaryTopic();
            JMSConsumer consumer = context.createConsumer(replies);
            context.createProducer().setJMSReplyTo(replies).send(context.createQueue("it.echo"), "ping");
            Message reply = consumer.receive(PATIENCE_MILLIS);
            return reply == null
                    ? "nothing"
                    : ((TextMessage) reply).getText()
                            + (reply.getJMSDestination().equals(replies) ? " here" : " there");
        }
    }

    /** Leaves a temporary queue behind in a connection that goes back to the pool; its name. */
    private String left() throws JMSException {
        try (JMSContext context = factory.createContext()) {
            return context.createTemporaryQueue().getQueueName();
        }
    }

    private String shared() {
        try (JMSContext one = factory.createContext();
                JMSContext other = factory.createContext()) {
            JMSConsumer first = one.createSharedConsumer(one.createTopic("it/shared"), "s");
            JMSConsumer second = other.createSharedConsumer(other.createTopic("it/shared"), "s");
            one.createProducer().send(one.createTopic("it/shared"), "a");
            one.createProducer().send(one.createTopic("it/shared"), "b");
            String mine = first.receiveBody(String.class, PATIENCE_MILLIS);
            String yours = second.receiveBody(String.class, PATIENCE_MILLIS);
            return mine.compareTo(yours) < 0 ? mine + yours : yours + mine;
        }
    }
}
