package io.reprise.broker.web.management;

import io.reprise.broker.model.replay.ReplayPreview;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a start of a replay, or a look at it beforehand, tells the caller (spec 5.1). Times are unix seconds. Stateless. */
final class ReplayAnswers {
    private static final String FILTERED =
            "The replay log holds only what its topic filter let in when it was published."
                    + " Messages to other topics are not replayed, neither those that were on the endpoint;"
                    + " removedNotLoggedMsgCount counts these.";

    private ReplayAnswers() {}

    static Map<String, Object> started(ReplayRequest request, ReplayRange range) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("fromTime", range.fromTimeMillis() / 1_000);
        result.put("firstMsgId", range.firstMsgId());
        result.put("lastMsgId", range.lastMsgId());
        result.put("loggedMsgCount", range.loggedMsgs());
        result.put("ratePerSecond", (long) request.ratePerSecond());
        result.put("dryRun", false);
        return result;
    }

    static Map<String, Object> previewed(ReplayRequest request, ReplayPreview preview) {
        Map<String, Object> result = started(request, preview.range());
        result.put("dryRun", true);
        result.put("matchingMsgCount", preview.matchingMsgs());
        result.put("removedMsgCount", preview.removedMsgs());
        result.put("removedNotLoggedMsgCount", preview.removedNotLoggedMsgs());
        result.put("topicFilterEnabled", preview.topicFilterEnabled());
        result.put("topicFilterRemark", preview.topicFilterEnabled() ? FILTERED : "");
        return result;
    }
}
