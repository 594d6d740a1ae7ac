package io.reprise.broker.model.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The activations of message-driven beans on this server, of all its adapters, for administrators. They are no part of a VPN's durable
 * state. One for each broker: {@code broker.shared(Activations.class, Activations::new)}. Thread-safe; no lock is held while an
 * activation is asked.
 */
public final class Activations {
    private final ConcurrentSkipListMap<String, ManagedActivation> listed = new ConcurrentSkipListMap<>();

    /**
     * Lists one from now on.
     *
     * @param name for people
     * @return the name it is listed by: that one, or that one and a number where two adapters gave the same
     */
    public String enter(String name, ManagedActivation activation) {
        String unique = name;
        for (int number = 2; listed.putIfAbsent(unique, activation) != null; number++) {
            unique = name + "." + number;
        }
        return unique;
    }

    /** It is deactivated. */
    public void leave(String listedAs) {
        listed.remove(listedAs);
    }

    /** All of them, in the order of their names. */
    public List<ActivationView> list() {
        return listed.entrySet().stream()
                .map(entry -> entry.getValue().view(entry.getKey()))
                .toList();
    }

    /** @throws BrokerException {@code NOT_FOUND} */
    public ActivationView view(String name) {
        return required(name).view(name);
    }

    /**
     * Takes no message until it is resumed. Running deliveries go on, what was merely buffered goes back uncounted, a standby takes
     * over.
     *
     * @throws BrokerException {@code NOT_FOUND}
     */
    public ActivationView pause(String name) {
        ManagedActivation activation = required(name);
        activation.pause();
        return activation.view(name);
    }

    /**
     * Ends a pause, whoever began it.
     *
     * @throws BrokerException {@code NOT_FOUND}
     */
    public ActivationView resume(String name) {
        ManagedActivation activation = required(name);
        activation.resume();
        return activation.view(name);
    }

    private ManagedActivation required(String name) {
        ManagedActivation activation = listed.get(name);
        if (activation == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "activation '" + name + "' does not exist");
        }
        return activation;
    }
}
