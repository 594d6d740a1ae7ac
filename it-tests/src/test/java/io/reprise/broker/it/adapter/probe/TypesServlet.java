package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** {@code GET /types}: sends one message of each type. */
@WebServlet("/types")
public class TypesServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private transient ConnectionFactory factory;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (JMSContext context = factory.createContext()) {
            for (Message message : messages(context)) {
                message.setStringProperty("colour", "red");
                message.setJMSCorrelationID("c");
                context.createProducer().setPriority(7).send(context.createQueue("it.types"), message);
            }
        } catch (JMSException e) {
            throw new IOException(e);
        }
    }

    private static List<Message> messages(JMSContext context) throws JMSException {
        BytesMessage bytes = context.createBytesMessage();
        bytes.writeBytes(new byte[3]);
        MapMessage map = context.createMapMessage();
        map.setInt("n", 4);
        StreamMessage stream = context.createStreamMessage();
        stream.writeLong(5);
        return List.of(
                context.createTextMessage("t"),
                bytes,
                map,
                stream,
                context.createObjectMessage(new Parcel(6)),
                context.createMessage());
    }
}
