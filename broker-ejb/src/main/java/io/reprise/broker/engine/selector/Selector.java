package io.reprise.broker.engine.selector;

import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.Message;
import org.apache.activemq.artemis.selector.filter.BooleanExpression;
import org.apache.activemq.artemis.selector.filter.FilterException;
import org.jspecify.annotations.Nullable;

/**
 * A compiled message selector [JMS 3.1 §3.8]: which messages a consumer wants. Immutable and thread-safe; compiled once, by who
 * binds.
 *
 * <p>A message is wanted only if the selector is true for it: false and unknown are both no, and so is what has no value, such as
 * the product of a text.
 */
public final class Selector {
    private final String text;
    private final BooleanExpression expression;
    private final LikeConditions likes;

    private Selector(String text, BooleanExpression expression, LikeConditions likes) {
        this.text = text;
        this.expression = expression;
        this.likes = likes;
    }

    /**
     * Compiles it.
     *
     * @throws BrokerException {@code INVALID_SELECTOR} with the text, the place and the reason
     */
    public static Selector compile(String text) {
        LikeConditions likes = new LikeConditions();
        return new Selector(text, SelectorText.parse(text, likes), likes);
    }

    /**
     * Whether it wants the message.
     *
     * @param deliveryCount which attempt the next would be, from 1
     */
    public boolean matches(Message message, int deliveryCount) {
        return matches(message, deliveryCount, null);
    }

    /**
     * Whether it wants the message, which may be a dead one.
     *
     * @param deliveryCount which attempt the next would be, from 1
     * @param death what it tells of its death; null if it is on no dead message queue
     */
    public boolean matches(Message message, int deliveryCount, @Nullable DeadLetter death) {
        try {
            return expression.matches(new MessageFields(message, deliveryCount, death, likes));
        } catch (FilterException | RuntimeException | StackOverflowError e) {
            return false;
        }
    }

    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
