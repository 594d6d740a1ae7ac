package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.RejectToSender;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import org.jspecify.annotations.Nullable;

/** Whether an endpoint takes a message, and if not whether its publisher is told [spec 1.4, 1.5]. Pure. */
final class Admission {
    /** Below the default priority of Jakarta Messaging a message counts as of low priority. */
    private static final int LOW_PRIORITY_BELOW = Message.DEFAULT_PRIORITY;

    private Admission() {}

    /**
     * Why an endpoint refuses a message.
     *
     * @param code the reason
     * @param toSender whether the publisher gets a NACK; else the endpoint is skipped
     * @param text for the publisher
     */
    record Refusal(ErrorCode code, boolean toSender, String text) {
        Rejected rejected() {
            return new Rejected(code, text);
        }

        /** The same, not told. */
        Refusal silent() {
            return new Refusal(code, false, text);
        }
    }

    /**
     * Decides.
     *
     * @param state what is on the endpoint
     * @param addedMessages what this entry adds before it
     * @param addedBytes their bytes
     * @param limitBytes up to how much it may be filled
     * @param vpnRoom what is left of the VPN's quota, bytes
     * @return null if it is taken
     */
    static @Nullable Refusal refusal(
            EndpointConfig endpoint,
            EndpointState state,
            long addedMessages,
            long addedBytes,
            long limitBytes,
            long vpnRoom,
            EncodedMessage message) {
        EndpointSettings settings = endpoint.settings();
        Refusal noRoom = refusalToMove(endpoint, state, addedBytes, limitBytes, message.sizeBytes());
        if (noRoom != null) {
            return noRoom;
        }
        // On a last-value queue it takes the place of what is there.
        long replacedBytes = settings.isLastValueQueue() ? state.sizeBytes() + addedBytes : 0;
        if (message.sizeBytes() - replacedBytes > vpnRoom) {
            return refusal(
                    endpoint,
                    ErrorCode.VPN_QUOTA_EXCEEDED,
                    "message of " + message.sizeBytes() + " B with " + Math.max(0, vpnRoom) + " B left in the VPN",
                    "maxMsgSpoolUsage of the VPN");
        }
        if (settings.isLastValueQueue() || state.replay().state().holdsBack()) {
            return null;
        }
        if (settings.rejectLowPriorityMsgEnabled() && message.message().priority() < LOW_PRIORITY_BELOW) {
            long messages = state.messages() + state.reservedMessages() + addedMessages;
            if (messages >= settings.rejectLowPriorityMsgLimit()) {
                return refusal(
                        endpoint,
                        ErrorCode.LOW_PRIORITY_REJECTED,
                        "message of priority " + message.message().priority() + " with " + messages + " messages there",
                        "rejectLowPriorityMsgLimit=" + settings.rejectLowPriorityMsgLimit());
            }
        }
        return null;
    }

    /**
     * The same for a message that the broker moves there: what counts is whether there is a place for it.
     *
     * @return null if there is
     */
    static @Nullable Refusal refusalToMove(
            EndpointConfig endpoint, EndpointState state, long addedBytes, long limitBytes, int sizeBytes) {
        EndpointSettings settings = endpoint.settings();
        if (!settings.ingressEnabled()) {
            return refusal(endpoint, ErrorCode.INGRESS_DISABLED, "ingressEnabled=false", "ingressEnabled=true");
        }
        if (sizeBytes > settings.maxMsgSizeBytes()) {
            return refusal(
                    endpoint,
                    ErrorCode.MESSAGE_TOO_BIG,
                    "message of " + sizeBytes + " B",
                    "maxMsgSize=" + settings.maxMsgSizeBytes() + " B");
        }
        long usedBytes = state.sizeBytes() + state.reservedBytes() + addedBytes;
        // While a replay runs its quota limits nobody [spec 2.4].
        if (!settings.isLastValueQueue() && !state.replay().state().holdsBack() && usedBytes + sizeBytes > limitBytes) {
            return refusal(
                    endpoint,
                    ErrorCode.QUEUE_QUOTA_EXCEEDED,
                    "message of " + sizeBytes + " B on top of " + usedBytes + " B",
                    "maxMsgSpoolUsage=" + settings.maxSpoolBytes() + " B");
        }
        return null;
    }

    private static Refusal refusal(EndpointConfig endpoint, ErrorCode code, String actual, String allowed) {
        RejectToSender policy = endpoint.settings().rejectMsgToSender();
        boolean toSender = policy == RejectToSender.ALWAYS
                || policy == RejectToSender.WHEN_ENABLED && code != ErrorCode.INGRESS_DISABLED;
        return new Refusal(code, toSender, endpoint.label() + " refused: " + actual + ", allowed: " + allowed);
    }
}
