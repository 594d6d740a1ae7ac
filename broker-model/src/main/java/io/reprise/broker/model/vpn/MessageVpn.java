package io.reprise.broker.model.vpn;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.management.EndpointAdministration;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.util.List;
import java.util.function.Predicate;
import javax.transaction.xa.Xid;

/**
 * One virtual broker [spec 1.1], as those who send and receive see it. Thread-safe. It is a resource manager of its own: a
 * branch belongs to one VPN [LOG.md L26].
 *
 * <p>Interrupts never break off a wait for durability; they are restored afterwards [LOG.md L29].
 */
public interface MessageVpn {
    String name();

    /**
     * The same VPN for one of its clients, who is known to administrators by a name from now on: what it publishes is counted as its own.
     * What it binds and subscribes is counted under the names that go with that.
     *
     * @param clientName for people: a connection's client identifier, or who it is; two of one name are counted as one
     */
    default MessageVpn named(String clientName) {
        return this;
    }

    /**
     * Commits the unit in the next log entry: all its messages are stored and all its deliveries acknowledged, or nothing is.
     * Blocks until that is on disk, or known not to be. A delivery acknowledged that is no longer the consumer's is a void
     * acknowledgement: it succeeds without effect [spec 2.4].
     *
     * @return stored, rejected (nothing happened; its deliveries are still in flight), or unknown after {@code publishTimeout}
     *     or a lost database; never an exception for these
     */
    CommitOutcome commit(WorkUnit unit);

    /** Like {@link #commit} without the wait. Order of calls by one thread is the order of commits. */
    PendingOutcome submit(WorkUnit unit);

    /**
     * The attempt at a delivery failed, as {@link io.reprise.broker.model.delivery.DeliverySession#release} has it, for who wants to know
     * when that is on disk. Doesn't wait; any thread.
     *
     * @param delivery one of this VPN's endpoints, presented
     * @return Stored once the count is on disk, with one message if it was the last attempt and the message died; Rejected if it could not
     *     be stored: the message is offered again nevertheless. Stored at once if it is void, if nobody has seen the message, or if a
     *     unit's outcome is open, which decides
     */
    PendingOutcome fail(Delivery delivery);

    /**
     * No attempt at a delivery's message would succeed: it dies now, as after its last attempt [spec 4.3]. If there is nowhere to go with
     * it this attempt failed. Otherwise as {@link #fail}.
     */
    PendingOutcome reject(Delivery delivery);

    /**
     * Prepares the unit as a branch: admission is made and room reserved, durably; after it returns {@code stored} a commit
     * always succeeds [spec 1.5, LOG.md L26].
     *
     * @return stored = prepared; rejected = a definite no, nothing is left of it; unknown
     */
    CommitOutcome prepare(Xid xid, WorkUnit unit);

    /**
     * Commits a prepared branch.
     *
     * @return stored; rejected with {@code XA_UNKNOWN_BRANCH} if there is none (also if it was already decided); unknown
     */
    CommitOutcome commitPrepared(Xid xid);

    /** Rolls a prepared branch back: its messages are nowhere, its deliveries return counted. Outcomes as for commit. */
    CommitOutcome rollbackPrepared(Xid xid);

    /** The branches prepared and undecided, also those of an earlier life. */
    List<Xid> preparedBranches();

    /**
     * Binds a consumer to an endpoint.
     *
     * @throws io.reprise.broker.model.error.BrokerException if the endpoint is missing, egress is off, the bind count is
     *     reached, a permission lacks, or the request asks for what is not built; then nothing has changed
     */
    Flow bind(BindRequest request);

    /**
     * Creates an endpoint that lives as long as its owner, or takes part in one that is shared. Blocks for the database.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code INVALID_SELECTOR}, {@code INVALID_PARAMETER} (name), {@code
     *     NOT_ALLOWED} if what is shared has another topic or selector, or the VPN is not served; then nothing has changed
     */
    TemporaryEndpoint createTemporary(TemporaryRequest request);

    /**
     * Begins to look at what is on an endpoint, from its first message on.
     *
     * @param selector which messages; empty for all
     * @throws io.reprise.broker.model.error.BrokerException if the endpoint is missing or the selector is none
     */
    Browse browse(EndpointKind kind, String endpointName, String selector);

    /**
     * Says that who works with this may publish a message now; {@link #commit} and its like ask themselves, for a message whose unit
     * another will commit it is asked before.
     *
     * @return the message as theirs: what the other's unit is to publish
     * @throws io.reprise.broker.model.error.BrokerException {@code ACCESS_DENIED}
     */
    Message requirePublish(Message message);

    /**
     * Whether who works with this may do something with an endpoint: its owner and who needs no permission may everything [spec 1.4].
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, {@code ACCESS_DENIED}
     */
    void requirePermission(EndpointKind kind, String endpointName, Permission wanted);

    /**
     * Compiles a message selector [JMS 3.1 §3.8], for who gets messages by other ways than a flow.
     *
     * @param selector empty for all
     * @return which messages it wants; any thread
     * @throws io.reprise.broker.model.error.BrokerException {@code INVALID_SELECTOR}
     */
    Predicate<Message> selector(String selector);

    /** Its durable endpoints, as far as who works with it may make, change and delete them. */
    EndpointAdministration endpoints();

    /** Its live side: direct messages, live subscribers, snapshots and history. */
    LiveSubjects live();
}
