package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.commit.Admission.Refusal;
import io.reprise.broker.engine.commit.LogRoom.Verdict;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.deliver.VpnDispatch;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.log.PublisherName;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.PublisherWindow;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Steps 1 to 4 of a guaranteed publish [spec 1.5]: which endpoints match, whether each takes the message, and whether it is
 * stored at all. Decides on the committed state, what the draft adds, and what the unit's earlier messages add; changes none
 * of them. The committer's.
 */
final class PublishPlanner {
    private final VpnState state;
    private final EndpointDirectory directory;
    private final VpnDispatch dispatch;
    private final RoutingTable routing;
    private final Overflow overflow;
    private final LogRoom log;
    /** Where the next message without a partition key goes. */
    private int spread;

    PublishPlanner(
            VpnState state,
            EndpointDirectory directory,
            VpnDispatch dispatch,
            RoutingTable routing,
            Overflow overflow,
            LogRoom log) {
        this.state = state;
        this.directory = directory;
        this.dispatch = dispatch;
        this.routing = routing;
        this.overflow = overflow;
        this.log = log;
    }

    /**
     * The unit's messages planned in order; or the refusal of the first that is refused, alone; or, if all could be stored but that the
     * replay log has no room, that alone.
     *
     * @param username whose publishers' sequences theirs are
     * @param acknowledged what the unit takes off endpoints: its room is free for what it adds
     */
    List<Planned> plan(String username, List<EncodedMessage> messages, List<AckRef> acknowledged, Draft draft) {
        if (messages.isEmpty()) {
            return List.of();
        }
        List<Planned> planned = new ArrayList<>(messages.size());
        Own own = new Own(username);
        acknowledged.forEach(ack -> own.add(ack.endpointId(), -1, -ack.sizeBytes()));
        for (EncodedMessage message : messages) {
            Planned next = plan(message, draft, own);
            if (next instanceof Planned.Refused) {
                return List.of(next);
            }
            planned.add(next);
        }
        Verdict room = log.verdict(own.loggedBytes, draft);
        if (room != Verdict.FITS) {
            return List.of(new Planned.NoRoom(room, own.loggedBytes));
        }
        own.skipped.forEach(endpoint -> endpoint.refused(false));
        return planned;
    }

    /** What the unit itself adds, before it is known whether it is stored. */
    private static final class Own {
        final String username;
        final Map<Long, long[]> messagesAndBytes = new HashMap<>(2);
        final Set<PublisherAccepted> publishers = new HashSet<>(2);
        final Map<String, Long> highestSequences = new HashMap<>(2);
        /** Bytes on all endpoints together. */
        long allBytes;
        /** Bytes in the replay log. */
        long loggedBytes;
        /** Endpoints that refused silently: counted only if the unit as a whole is not refused. */
        final List<EndpointDispatch> skipped = new ArrayList<>(0);

        Own(String username) {
            this.username = username;
        }

        void accept(PublisherAccepted publisher) {
            publishers.add(publisher);
            highestSequences.merge(publisher.publisherId(), publisher.sequence(), Math::max);
        }

        long messages(long endpointId) {
            long[] sums = messagesAndBytes.get(endpointId);
            return sums == null ? 0 : sums[0];
        }

        long bytes(long endpointId) {
            long[] sums = messagesAndBytes.get(endpointId);
            return sums == null ? 0 : sums[1];
        }

        void add(long endpointId, int messages, long bytes) {
            long[] sums = messagesAndBytes.computeIfAbsent(endpointId, none -> new long[2]);
            sums[0] += messages;
            sums[1] += bytes;
            allBytes += bytes;
        }
    }

    private Planned plan(EncodedMessage encoded, Draft draft, Own own) {
        Message message = encoded.message();
        PublisherStamp stamp = message.publisher();
        PublisherAccepted publisher = null;
        if (stamp != null && message.deliveryMode().isGuaranteed()) {
            String user = stamp.username() == null ? own.username : stamp.username();
            publisher = new PublisherAccepted(PublisherName.of(user, stamp.publisherId()), stamp.sequence());
            Planned known = known(publisher, stamp, encoded, draft, own);
            if (known != null) {
                return known;
            }
        }
        long[] targets = targets(message);
        if (targets == null) {
            String queue = message.topic().queueName();
            return new Planned.Refused(new Rejected(ErrorCode.NO_SUCH_QUEUE, "queue '" + queue + "' does not exist"));
        }
        boolean hearsOfIt = message.deliveryMode().isGuaranteed();
        if (targets.length == 0 && hearsOfIt && directory.vpn().settings().rejectsUnmatched()) {
            return new Planned.Refused(new Rejected(
                    ErrorCode.NO_SUBSCRIPTION_MATCH,
                    "no endpoint attracts topic '" + message.topic().text() + "'"));
        }
        long expirationMillis = deadline(draft.nowMillis(), message.ttlMillis());
        List<Placement> placements = new ArrayList<>(targets.length);
        for (long target : targets) {
            Planned refused = place(target, encoded, expirationMillis, draft, own, placements);
            if (refused != null) {
                return refused;
            }
        }
        placements.forEach(placement -> own.add(placement.endpointId(), 1, encoded.sizeBytes()));
        if (publisher != null) {
            own.accept(publisher);
        }
        boolean logged = log.takes(message.topic());
        own.loggedBytes += logged ? encoded.sizeBytes() : 0;
        return new Planned.Accepted(encoded, placements, expirationMillis, publisher, logged);
    }

    private @Nullable Planned known(
            PublisherAccepted publisher, PublisherStamp stamp, EncodedMessage encoded, Draft draft, Own own) {
        if (draft.hasPublisher(publisher) || own.publishers.contains(publisher)) {
            return new Planned.Duplicate(encoded);
        }
        if (state.isPrepared(publisher) || draft.isPrepared(publisher)) {
            return new Planned.Refused(new Rejected(
                    ErrorCode.BACK_PRESSURE,
                    "sequence " + stamp.sequence() + " of publisher '" + stamp.publisherId()
                            + "' is in a prepared branch: whether it is accepted is not decided yet"));
        }
        PublisherWindow window = state.publisher(publisher.publisherId());
        PublisherWindow.Known known = window == null ? PublisherWindow.Known.NEW : window.known(publisher.sequence());
        long highest = Math.max(
                draft.highestSequence(publisher.publisherId()),
                own.highestSequences.getOrDefault(publisher.publisherId(), -1L));
        if (known == PublisherWindow.Known.NEW && publisher.sequence() < highest - PublisherWindow.WIDTH) {
            known = PublisherWindow.Known.BELOW_WINDOW;
        }
        return switch (known) {
            case NEW -> null;
            case ACCEPTED -> new Planned.Duplicate(encoded);
            case BELOW_WINDOW ->
                new Planned.Refused(new Rejected(
                        ErrorCode.PUBLISHER_SEQUENCE_BELOW_WINDOW,
                        "sequence " + stamp.sequence() + " of publisher '" + stamp.publisherId() + "' is more than "
                                + PublisherWindow.WIDTH + " below the highest accepted"));
        };
    }

    /** The endpoints it goes to; null if it is sent to a queue that does not exist. */
    private long @Nullable [] targets(Message message) {
        if (routing.addressesMissingQueue(message.topic())) {
            return null;
        }
        return routing.match(message.topic()).toArray();
    }

    private @Nullable Planned place(
            long target,
            EncodedMessage encoded,
            long expirationMillis,
            Draft draft,
            Own own,
            List<Placement> placements) {
        EndpointConfig endpoint = directory.byId(target);
        EndpointState on = state.endpoint(target);
        if (endpoint == null || on == null || !directory.keeps(endpoint, encoded.message())) {
            return null;
        }
        Draft.Added added = draft.added(target);
        long taken = (long) placements.size() * encoded.sizeBytes();
        long addedBytes = added.bytes + own.bytes(target);
        Refusal refusal = Admission.refusal(
                endpoint,
                on,
                added.messages + own.messages(target),
                addedBytes,
                overflow.limitBytes(endpoint, on, added.bytes),
                vpnRoom(draft, own) - taken,
                encoded);
        if (refusal != null) {
            boolean isDirect = !encoded.message().deliveryMode().isGuaranteed();
            return refused(target, isDirect ? refusal.silent() : refusal, own);
        }
        overflow.admitted(endpoint, on, addedBytes + encoded.sizeBytes(), draft);
        int partition = partition(endpoint, encoded.message());
        placements.add(
                placement(endpoint, partition, encoded.message().priority(), expirationMillis, draft.nowMillis()));
        return null;
    }

    private int partition(EndpointConfig endpoint, Message message) {
        int count = endpoint.settings().partitionCount();
        if (count == 0) {
            return 0;
        }
        Integer hash = PartitionKey.hash(message);
        return PartitionKey.partition(hash == null ? spread++ : hash, count);
    }

    /** What is left of the VPN's quota before a message; less than nothing if it was lowered below what is there. */
    private long vpnRoom(Draft draft, Own own) {
        long quota = directory.vpn().settings().maxSpoolBytes();
        return quota == 0
                ? Long.MAX_VALUE
                : quota - state.spooledBytes() - state.reservedBytes() - draft.addedBytes() - own.allBytes;
    }

    private @Nullable Planned refused(long target, Refusal refusal, Own own) {
        EndpointDispatch counted = dispatch.endpoint(target);
        if (counted != null && refusal.toSender()) {
            counted.refused(true);
        } else if (counted != null) {
            own.skipped.add(counted);
        }
        return refusal.toSender() ? new Planned.Refused(refusal.rejected()) : null;
    }

    /** Expiry is the earlier of the sender's and the endpoint's own, and only where it is respected [spec 1.4]. */
    static Placement placement(
            EndpointConfig endpoint, int partition, int messagePriority, long senderExpirationMillis, long nowMillis) {
        EndpointSettings settings = endpoint.settings();
        long expirationMillis = 0;
        if (settings.respectTtlEnabled()) {
            expirationMillis = earlier(
                    senderExpirationMillis,
                    deadline(nowMillis, settings.maxTtl().toMillis()));
        }
        int priority = settings.respectMsgPriorityEnabled() ? messagePriority : Message.DEFAULT_PRIORITY;
        int lane = Lanes.backlog(priority, expirationMillis == 0 ? 0 : Math.max(1, expirationMillis - nowMillis));
        return new Placement(endpoint.id(), Lanes.ofPartition(lane, partition), expirationMillis);
    }

    /** When what lives so long from now ends; 0 = never, and so is what lies past the end of time. */
    static long deadline(long nowMillis, long ttlMillis) {
        return ttlMillis == 0 ? 0 : Math.max(0, nowMillis + ttlMillis);
    }

    private static long earlier(long one, long other) {
        return one == 0 ? other : other == 0 ? one : Math.min(one, other);
    }
}
