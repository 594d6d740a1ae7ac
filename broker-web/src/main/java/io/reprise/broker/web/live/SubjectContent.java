package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveMessageType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an answer about one subject gathers. One thread. */
final class SubjectContent {
    /** An answer is built in memory: a longer history is to be had by a stream. */
    static final int MAX_BYTES = 64 << 20;

    private final List<Map<String, Object>> messages = new ArrayList<>();
    private @Nullable StartStatus status;
    private long bytes;

    /** @throws BrokerException MESSAGE_TOO_BIG past what an answer may hold */
    void add(LiveMessageType type, LiveMessage message) {
        bytes += message.message().body().length;
        if (bytes > MAX_BYTES) {
            throw BrokerException.refused(
                    ErrorCode.MESSAGE_TOO_BIG,
                    "the messages of one answer",
                    "more than " + MAX_BYTES + " bytes",
                    "fewer (history=), or a stream (/rest/subscribe)");
        }
        messages.add(MessageFrame.of(type, message));
    }

    /** How the recovery went that was asked for. */
    void recovered(boolean complete) {
        status = StartStatus.of(complete);
    }

    Map<String, Object> toJson(String subject) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subject", subject);
        json.put("messages", messages);
        if (status != null) {
            json.put("status", status.name());
        }
        return json;
    }
}
