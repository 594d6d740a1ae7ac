package io.reprise.broker.ra.inbound;

import io.reprise.broker.ra.live.LivePlace;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapter;
import org.jspecify.annotations.Nullable;

/**
 * The activation configuration of a bean, as the container fills it [JCA 2.1 §13.4.2]; what each property means is in {@link
 * ActivationProperty}. Keeps identity equality: activations are told apart by it [WILDFLY.md 10]. Used by the container's deploying
 * thread only.
 */
public class RepriseActivationSpec extends OtherNames implements ActivationSpec {
    private final LivePlace place = new LivePlace();
    private @Nullable ResourceAdapter resourceAdapter;

    @Override
    public void validate() throws InvalidPropertyException {
        settings();
    }

    /**
     * The settings that this configuration means.
     *
     * @throws InvalidPropertyException naming every property whose value is bad, contradicts another, or is not built
     */
    public ActivationSettings settings() throws InvalidPropertyException {
        return ActivationParser.parse(given());
    }

    /** How far a live subscriber has come: delivery that is stopped and started again comes with this same object [WILDFLY.md 11]. */
    LivePlace place() {
        return place;
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return resourceAdapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter adapter) {
        resourceAdapter = adapter;
    }

    public void setDestination(String value) {
        give("destination", value);
    }

    public void setDestinationLookup(String value) {
        give("destinationLookup", value);
    }

    public void setDestinationType(String value) {
        give("destinationType", value);
    }

    public void setMessageSelector(String value) {
        give("messageSelector", value);
    }

    public void setAcknowledgeMode(String value) {
        give("acknowledgeMode", value);
    }

    public void setSubscriptionDurability(String value) {
        give("subscriptionDurability", value);
    }

    public void setSubscriptionName(String value) {
        give("subscriptionName", value);
    }

    public void setClientId(String value) {
        give("clientId", value);
    }

    public void setConnectionFactoryLookup(String value) {
        give("connectionFactoryLookup", value);
    }

    public void setMaxSession(String value) {
        give("maxSession", value);
    }

    public void setSetupAttempts(String value) {
        give("setupAttempts", value);
    }

    public void setSetupInterval(String value) {
        give("setupInterval", value);
    }

    public void setUser(String value) {
        give("user", value);
    }

    public void setPassword(String value) {
        give("password", value);
    }

    public void setVpn(String value) {
        give("vpn", value);
    }

    public void setPrefetch(String value) {
        give("prefetch", value);
    }

    public void setSubscriptions(String value) {
        give("subscriptions", value);
    }

    public void setAutoCreate(String value) {
        give("autoCreate", value);
    }

    public void setTransactionTimeout(String value) {
        give("transactionTimeout", value);
    }

    public void setStopTimeout(String value) {
        give("stopTimeout", value);
    }

    public void setDeserializationAllowList(String value) {
        give("deserializationAllowList", value);
    }

    public void setMaxRedelivery(String value) {
        give("maxRedelivery", value);
    }

    public void setRedeliveryDelayEnabled(String value) {
        give("redeliveryDelayEnabled", value);
    }

    public void setRedeliveryDelayInitialInterval(String value) {
        give("redeliveryDelayInitialInterval", value);
    }

    public void setRedeliveryDelayMaxInterval(String value) {
        give("redeliveryDelayMaxInterval", value);
    }

    public void setRedeliveryDelayMultiplier(String value) {
        give("redeliveryDelayMultiplier", value);
    }

    public void setMaxSequentialDeliveryFailures(String value) {
        give("maxSequentialDeliveryFailures", value);
    }

    public void setFailurePauseInterval(String value) {
        give("failurePauseInterval", value);
    }

    public void setShareSubscriptions(String value) {
        give("shareSubscriptions", value);
    }

    public void setTopicDelivery(String value) {
        give("topicDelivery", value);
    }

    public void setSnapshot(String value) {
        give("snapshot", value);
    }

    public void setHistory(String value) {
        give("history", value);
    }

    public void setConflate(String value) {
        give("conflate", value);
    }

    public void setReplayFrom(String value) {
        give("replayFrom", value);
    }

    public void setReplayId(String value) {
        give("replayId", value);
    }

    public void setPartitionCount(String value) {
        give("partitionCount", value);
    }
}
