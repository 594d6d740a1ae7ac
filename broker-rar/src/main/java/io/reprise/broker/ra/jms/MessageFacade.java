package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.BodyKind;
import jakarta.jms.JMSException;
import java.util.Set;
import org.apache.qpid.jms.JmsDestination;
import org.jspecify.annotations.Nullable;

/**
 * What a Jakarta Messaging message of ours is made of: headers, properties, and (in the subclasses) the body; by itself a message
 * without body. Never shares anything changeable with a stored message. One thread.
 */
class MessageFacade implements DerivedFacade {
    static final byte[] NO_BYTES = {};

    private static final String GROUP_ID = "JMSXGroupID";
    private static final String GROUP_SEQUENCE = "JMSXGroupSeq";
    private static final String USER_ID = "JMSXUserID";

    private final MessageHeaders headers;
    private final MessageProperties properties;

    MessageFacade(MessageHeaders headers, MessageProperties properties) {
        this.headers = headers;
        this.properties = properties;
    }

    MessageHeaders headers() {
        return headers;
    }

    MessageProperties properties() {
        return properties;
    }

    /** How the stored body is to be read. */
    BodyKind kind() {
        return BodyKind.NONE;
    }

    /** The body to store, given away: it is not changed afterwards. */
    byte[] storedBody() {
        return NO_BYTES;
    }

    /** The content type to store if the message names none. */
    @Nullable
    String defaultContentType() {
        return null;
    }

    @Override
    public MessageFacade copy() {
        return new MessageFacade(headers.copy(), properties.copy());
    }

    @Override
    public void clearBody() {}

    @Override
    public boolean hasBody() {
        return false;
    }

    /**
     * The message to store, or the {@link BrokerException} why it can't be: thrown from here it would leave the application's message
     * read-only for ever.
     */
    @Override
    public Object encodeMessage() {
        try {
            return OutboundMessages.toStore(this);
        } catch (BrokerException refused) {
            return refused;
        }
    }

    @Override
    public void onSend(long producerTtlMillis) {
        headers.ttlMillis = Math.max(0, producerTtlMillis);
    }

    @Override
    public void onDispatch() {}

    @Override
    public Set<String> getPropertyNames() {
        return properties.names();
    }

    @Override
    public boolean propertyExists(String name) {
        return properties.exists(name);
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return properties.get(name);
    }

    @Override
    public void setProperty(String name, @Nullable Object value) throws JMSException {
        try {
            properties.set(name, value);
        } catch (BrokerException e) {
            throw JmsErrors.of(e);
        }
    }

    @Override
    public void clearProperties() {
        properties.clear();
    }

    @Override
    public @Nullable String getMessageId() {
        return headers.messageId;
    }

    @Override
    public void setMessageId(@Nullable String messageId) {
        headers.messageId = messageId;
    }

    @Override
    public @Nullable Object getProviderMessageIdObject() {
        return headers.messageId;
    }

    @Override
    public void setProviderMessageIdObject(@Nullable Object messageId) {
        headers.messageId = messageId == null ? null : messageId.toString();
    }

    @Override
    public long getTimestamp() {
        return headers.timestampMillis;
    }

    @Override
    public void setTimestamp(long timestampMillis) {
        headers.timestampMillis = timestampMillis;
    }

    @Override
    public @Nullable String getCorrelationId() {
        return headers.correlationId;
    }

    @Override
    public void setCorrelationId(@Nullable String correlationId) {
        headers.correlationId = correlationId;
    }

    @Override
    public byte @Nullable [] getCorrelationIdBytes() {
        return CorrelationId.toBytes(headers.correlationId);
    }

    @Override
    public void setCorrelationIdBytes(byte @Nullable [] correlationId) {
        headers.correlationId = CorrelationId.ofBytes(correlationId);
    }

    @Override
    public boolean isPersistent() {
        return headers.persistent;
    }

    @Override
    public void setPersistent(boolean value) {
        headers.persistent = value;
    }

    @Override
    public int getDeliveryCount() {
        return headers.deliveryCount;
    }

    @Override
    public void setDeliveryCount(int deliveryCount) {
        headers.deliveryCount = deliveryCount;
    }

    @Override
    public boolean isRedelivered() {
        return headers.redelivered;
    }

    @Override
    public void setRedelivered(boolean redelivered) {
        headers.redelivered = redelivered;
    }

    @Override
    public @Nullable String getType() {
        return headers.type;
    }

    @Override
    public void setType(@Nullable String type) {
        headers.type = type;
    }

    @Override
    public int getPriority() {
        return headers.priority;
    }

    @Override
    public void setPriority(int priority) {
        headers.priority = priority;
    }

    @Override
    public long getExpiration() {
        return headers.expirationMillis;
    }

    @Override
    public void setExpiration(long expirationMillis) {
        headers.expirationMillis = expirationMillis;
    }

    @Override
    public long getDeliveryTime() {
        return headers.deliveryTimeMillis;
    }

    @Override
    public void setDeliveryTime(long deliveryTimeMillis, boolean transmit) {
        headers.deliveryTimeMillis = deliveryTimeMillis;
        headers.delayed = transmit;
    }

    @Override
    public boolean isDeliveryTimeTransmitted() {
        return headers.delayed;
    }

    @Override
    public @Nullable JmsDestination getDestination() {
        return headers.destination();
    }

    @Override
    public void setDestination(@Nullable JmsDestination destination) {
        headers.destination(destination);
    }

    @Override
    public @Nullable JmsDestination getReplyTo() {
        return headers.replyTo();
    }

    @Override
    public void setReplyTo(@Nullable JmsDestination replyTo) {
        headers.replyTo(replyTo);
    }

    @Override
    public @Nullable String getUserId() {
        return properties.get(USER_ID) instanceof String user ? user : null;
    }

    @Override
    public void setUserId(@Nullable String userId) {
        properties.setPlain(USER_ID, userId);
    }

    @Override
    public @Nullable String getGroupId() {
        return properties.get(GROUP_ID) instanceof String group ? group : null;
    }

    @Override
    public void setGroupId(@Nullable String groupId) {
        properties.setPlain(GROUP_ID, groupId);
    }

    @Override
    public int getGroupSequence() {
        return properties.get(GROUP_SEQUENCE) instanceof Number sequence ? sequence.intValue() : 0;
    }

    @Override
    public void setGroupSequence(int groupSequence) {
        properties.setPlain(GROUP_SEQUENCE, groupSequence == 0 ? null : groupSequence);
    }
}
