package io.reprise.broker.engine.commit;

import io.reprise.broker.model.topic.TopicName;

/** Finds the endpoints a topic goes to [spec 1.3]. The committer's thread. */
@FunctionalInterface
interface Router {
    /** The ids of the endpoints that attract the topic, each once; not those for a queue's network topic by name only. */
    long[] endpoints(TopicName topic);
}
