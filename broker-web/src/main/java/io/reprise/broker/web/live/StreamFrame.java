package io.reprise.broker.web.live;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a live subscriber is told. Immutable.
 *
 * @param name the message's type, or the status
 * @param position through which the stream is complete with this, a {@code replicationGroupMsgId}; null if that is not known
 * @param data the message; of a status empty
 */
record StreamFrame(String name, @Nullable String position, Map<String, Object> data) {}
