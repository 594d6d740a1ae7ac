package io.reprise.broker.engine.access;

import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.topic.TopicName;
import org.jspecify.annotations.Nullable;

/**
 * The right by which messages were put in, asked again by the committer when it stores them: a change that was answered before holds for
 * them too. Costs a comparison while nothing has changed. Immutable.
 */
public interface PublishRight {
    /** Of who is bound by no rule. */
    PublishRight UNBOUND = (now, topic) -> null;

    /** Whose messages they are; {@code default} of who gave no user. */
    default String username() {
        return ClientIdentity.DEFAULT_USERNAME;
    }

    /** Why a message may not be published by it any more, null if it may. The committer's thread. */
    @Nullable
    BrokerException refusal(EndpointDirectory now, TopicName topic);
}
