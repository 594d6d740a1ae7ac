package io.reprise.broker.web.management;

import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.management.MessageView;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Row;
import java.util.LinkedHashMap;
import java.util.Map;

/** Messages as objects of the management API: times are unix seconds, payloads are not shown (spec 5.1, 5.4). Stateless. */
final class MessageRows {
    private MessageRows() {}

    static Columns columns(EndpointCollection collection) {
        return Columns.none()
                .and(EndpointCollection.VPN_NAME, String.class)
                .and(collection.nameAttribute(), String.class)
                .and("msgId", Long.class)
                .and("replicationGroupMsgId", String.class)
                .and("topic", String.class)
                .and("size", Long.class)
                .and("priority", Long.class)
                .and("spooledTime", Long.class)
                .and("expiryTime", Long.class)
                .and("deliveryCount", Long.class)
                .and("redelivered", Boolean.class)
                .and("state", String.class)
                .and("delayedUntil", Long.class)
                .and("heldReason", String.class)
                .and("deathReason", String.class)
                .and("deathEndpointName", String.class)
                .and("deathTime", Long.class)
                .and("deathCount", Long.class);
    }

    static Row row(EndpointCall call, MessageView message) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, call.vpn());
        attributes.put(call.collection().nameAttribute(), call.name());
        attributes.put("msgId", message.msgId());
        attributes.put("replicationGroupMsgId", message.replicationGroupMsgId().format());
        attributes.put("topic", message.topic());
        attributes.put("size", (long) message.sizeBytes());
        attributes.put("priority", (long) message.priority());
        attributes.put("spooledTime", seconds(message.spooledTimeMillis()));
        attributes.put("expiryTime", seconds(message.expirationMillis()));
        attributes.put("deliveryCount", (long) message.deliveryCount());
        attributes.put("redelivered", message.deliveryCount() > 0);
        attributes.put("state", message.state().text());
        attributes.put("delayedUntil", seconds(message.delayedUntilMillis()));
        attributes.put("heldReason", message.heldReason());
        attributes.put(
                "deathReason",
                message.deadLetter().map(death -> death.reason().text()).orElse(""));
        attributes.put(
                "deathEndpointName",
                message.deadLetter().map(DeadLetter::endpointName).orElse(""));
        attributes.put(
                "deathTime",
                seconds(message.deadLetter().map(DeadLetter::timeMillis).orElse(0L)));
        attributes.put(
                "deathCount",
                message.deadLetter().map(death -> (long) death.deliveryCount()).orElse(0L));
        String name = Long.toString(message.msgId());
        String uri = call.semp()
                .link("monitor", "msgVpns", call.vpn(), call.collection().segment(), call.name(), "msgs", name);
        return new Row(name, attributes, Map.of("uri", uri));
    }

    /** Rounded up: nothing is said to be over that is not. */
    static long seconds(long millis) {
        return millis / 1_000 + (millis % 1_000 > 0 ? 1 : 0);
    }
}
