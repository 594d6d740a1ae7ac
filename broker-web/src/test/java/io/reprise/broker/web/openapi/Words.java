package io.reprise.broker.web.openapi;

import io.reprise.broker.model.object.ObjectKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What the marks in a {@link Description} stand for on one path. Immutable. */
record Words(Map<String, String> choices) {
    /** With every mark replaced. */
    String in(String text) {
        String result = text;
        for (Map.Entry<String, String> mark : marks().entrySet()) {
            result = result.replace("{" + mark.getKey() + "}", mark.getValue());
        }
        return result;
    }

    private Map<String, String> marks() {
        Map<String, String> marks = new HashMap<>(choices);
        String collection = choices.containsKey("kind") ? choices.get("kind") : choices.get("collection");
        if (collection != null) {
            boolean queues = collection.equals("queues") || collection.equals("QUEUE");
            marks.put("Endpoint", queues ? "Queue" : "TopicEndpoint");
            marks.put("endpoint", queues ? "queue" : "topic endpoint");
            marks.put("endpoints", queues ? "queues" : "topic endpoints");
            marks.put("attribute", queues ? "queueName" : "topicEndpointName");
            marks.put("example", queues ? "orders/eu" : "audit");
            Arrays.stream(ObjectKind.values())
                    .filter(kind -> kind.collection().equals(collection))
                    .forEach(kind -> {
                        boolean figures =
                                kind.name().matches("REST_.*|QUEUE_BINDING") && "monitor".equals(choices.get("api"));
                        marks.put("Monitor", figures ? "Monitor" : "");
                        marks.put("Object", Segment.wordOf(collection, false));
                        marks.put("object", kind.text());
                        marks.put("objects", kind.text().endsWith("s") ? kind.text() : kind.text() + "s");
                        marks.put("attribute", kind.nameAttribute());
                        marks.put("example", Segment.after(collection, "name").exampleName());
                    });
        }
        return marks;
    }
}
