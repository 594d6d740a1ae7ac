package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.EJBException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a message tells its bean to do: its text is a name, then orders, e.g. {@code a throw=1 gate=g}. {@code throw=n} and {@code
 * rollback=n}: at the first n attempts; {@code gate=g}: waits at gate g; {@code call=p}: calls the test's process at port p.
 */
public final class Orders {
    private final String name;
    private final int count;
    private final boolean redelivered;
    private final Map<String, String> orders;

    private Orders(String name, int count, boolean redelivered, Map<String, String> orders) {
        this.name = name;
        this.count = count;
        this.redelivered = redelivered;
        this.orders = orders;
    }

    /** Reads the orders and notes that the bean saw the message: {@code <bean> <name> #<count>}, and {@code again} if redelivered. */
    public static Orders seenBy(String bean, Message message) {
        try {
            String[] words = ((TextMessage) message).getText().split(" ", -1);
            int count = message.getIntProperty("JMSXDeliveryCount");
            boolean redelivered = message.getJMSRedelivered();
            Seen.add(bean + " " + words[0] + " #" + count + (redelivered ? " again" : ""));
            Map<String, String> orders = Arrays.stream(words)
                    .skip(1)
                    .map(word -> word.split("=", 2))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
            return new Orders(words[0], count, redelivered, orders);
        } catch (JMSException e) {
            throw new EJBException(e);
        }
    }

    public String name() {
        return name;
    }

    /** Does as the test's process says, if it has to call it; waits at its gate, if it has one; throws, if it is told to. */
    public void carryOut() {
        String port = orders.get("call");
        if (port != null) {
            Caller.obey(Integer.parseInt(port), name + " #" + count + (redelivered ? " again" : ""));
        }
        String gate = orders.get("gate");
        if (gate != null && !Seen.awaitGate(gate)) {
            throw new EJBException("nobody opened gate " + gate);
        }
        if (applies("throw")) {
            throw new IllegalStateException("told to throw at attempt " + count);
        }
    }

    /** Whether the order applies to this attempt. */
    public boolean applies(String order) {
        return count <= Integer.parseInt(orders.getOrDefault(order, "0"));
    }
}
