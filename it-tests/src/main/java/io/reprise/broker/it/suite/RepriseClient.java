package io.reprise.broker.it.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jboss.dmr.ModelNode;

/**
 * A running broker, by its HTTP API (spec 5), for tests: publish, wait until a queue is drained, purge. Works on one VPN,
 * {@code default} unless said otherwise. Thread-safe. Whatever the broker refuses is an {@link IllegalStateException} with its answer.
 */
public final class RepriseClient {

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(60);
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private static final Set<String> REPLAYED = Set.of("pending-complete", "complete");

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI root;
    private final String authorization;
    private final String vpn;

    /**
     * Sends nothing yet.
     *
     * @param server where the server's applications are, {@code http://host:port}
     * @param user has all the {@code reprise-…} roles
     * @param password of the user
     */
    public RepriseClient(URI server, String user, String password) {
        this(
                "default",
                server.resolve("/reprise/"),
                "Basic "
                        + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    private RepriseClient(String vpn, URI root, String authorization) {
        this.root = root;
        this.authorization = authorization;
        this.vpn = vpn;
    }

    /** The same broker and user on another VPN. */
    public RepriseClient ofVpn(String name) {
        return new RepriseClient(encoded(name), root, authorization);
    }

    /** Creates a VPN; it is served when this returns. */
    public void createVpn(String name) {
        ModelNode body = new ModelNode();
        body.get("msgVpnName").set(name);
        call("POST", "SEMP/v2/config/msgVpns", body);
    }

    /** Deletes a VPN that has nothing on it. */
    public void deleteVpn(String name) {
        call("DELETE", "SEMP/v2/config/msgVpns/" + encoded(name), new ModelNode());
    }

    /** Deletes a queue with its messages. */
    public void deleteQueue(String queue) {
        call("DELETE", "SEMP/v2/config/msgVpns/" + vpn + "/queues/" + encoded(queue), new ModelNode());
    }

    /** Sends a persistent text message to a topic; returns when it is stored durably. */
    public void publish(String topic, String text) {
        send("rest/v1/" + vpn + "/TOPIC/" + levels(topic), text);
    }

    /** Sends a persistent text message to a queue; returns when it is stored durably. */
    public void sendToQueue(String queue, String text) {
        send("rest/v1/" + vpn + "/QUEUE/" + encoded(queue), text);
    }

    /**
     * Any call under {@code SEMP/v2/config/msgVpns/<vpn>/}.
     *
     * @param path of the object or collection there, encoded
     * @param attributes by their SEMP names; Boolean, Number or text
     * @return the answer's {@code data}
     */
    public ModelNode configure(String method, String path, Map<String, Object> attributes) {
        ModelNode body = new ModelNode();
        attributes.forEach((name, value) -> body.get(name).set(modelValue(value)));
        return call(method, "SEMP/v2/config/msgVpns/" + vpn + "/" + path, body).get("data");
    }

    /** Creates a queue that takes and gives messages; further attributes by their SEMP names. */
    public void createQueue(String queue, Map<String, Object> attributes) {
        ModelNode body = new ModelNode();
        body.get("queueName").set(queue);
        body.get("ingressEnabled").set(true);
        body.get("egressEnabled").set(true);
        attributes.forEach((name, value) -> body.get(name).set(modelValue(value)));
        call("POST", "SEMP/v2/config/msgVpns/" + vpn + "/queues", body);
    }

    /** Changes attributes of a queue, by their SEMP names. */
    public void changeQueue(String queue, Map<String, Object> attributes) {
        ModelNode body = new ModelNode();
        attributes.forEach((name, value) -> body.get(name).set(modelValue(value)));
        call("PATCH", "SEMP/v2/config/msgVpns/" + vpn + "/queues/" + encoded(queue), body);
    }

    /** Lets a queue attract what matches the filter. */
    public void subscribe(String queue, String filter) {
        ModelNode body = new ModelNode();
        body.get("subscriptionTopic").set(filter);
        call("POST", "SEMP/v2/config/msgVpns/" + vpn + "/queues/" + encoded(queue) + "/subscriptions", body);
    }

    /** Whether there is a queue of that name. */
    public boolean hasQueue(String queue) {
        return !call(
                        "GET",
                        "SEMP/v2/config/msgVpns/" + vpn + "/queues?where=queueName==" + encoded(queue),
                        new ModelNode())
                .get("data")
                .asList()
                .isEmpty();
    }

    /** How many topic endpoints there are that are gone with their owners. */
    public int temporaryTopicEndpoints() {
        return call(
                        "GET",
                        "SEMP/v2/monitor/msgVpns/" + vpn + "/topicEndpoints?where=topicEndpointName=="
                                + encoded("#TEMP/*"),
                        new ModelNode())
                .get("data")
                .asList()
                .size();
    }

    /** The queue no longer attracts what matches the filter; what is on it stays. */
    public void unsubscribe(String queue, String filter) {
        call(
                "DELETE",
                "SEMP/v2/config/msgVpns/" + vpn + "/queues/" + encoded(queue) + "/subscriptions/" + encoded(filter),
                new ModelNode());
    }

    /** Creates the VPN's replay log, switched on; further attributes by their SEMP names, {@code maxSpoolUsage} at least. */
    public void createReplayLog(String log, Map<String, Object> attributes) {
        ModelNode body = new ModelNode();
        body.get("replayLogName").set(log);
        body.get("ingressEnabled").set(true);
        body.get("egressEnabled").set(true);
        attributes.forEach((name, value) -> body.get(name).set(modelValue(value)));
        call("POST", "SEMP/v2/config/msgVpns/" + vpn + "/replayLogs", body);
    }

    /** Changes attributes of the VPN's replay log, by their SEMP names. */
    public void changeReplayLog(String log, Map<String, Object> attributes) {
        ModelNode body = new ModelNode();
        attributes.forEach((name, value) -> body.get(name).set(modelValue(value)));
        call("PATCH", "SEMP/v2/config/msgVpns/" + vpn + "/replayLogs/" + encoded(log), body);
    }

    /** The name of the VPN's replay log, if it has one. */
    public Optional<String> replayLog() {
        return call("GET", "SEMP/v2/config/msgVpns/" + vpn + "/replayLogs", new ModelNode())
                .get("data")
                .asList()
                .stream()
                .map(log -> log.get("replayLogName").asString())
                .findFirst();
    }

    /** Deletes the VPN's replay log with what it holds. */
    public void deleteReplayLog(String log) {
        call("DELETE", "SEMP/v2/config/msgVpns/" + vpn + "/replayLogs/" + encoded(log), new ModelNode());
    }

    /**
     * Starts a replay of a queue, or counts what it would do ({@code dryRun}).
     *
     * @param attributes of {@code startReplay}, by their names; none for the whole log
     * @return what it selects
     */
    public ModelNode startReplay(String queue, Map<String, Object> attributes) {
        ModelNode body = new ModelNode().setEmptyObject();
        attributes.forEach((name, value) -> body.get(name).set(modelValue(value)));
        return call("PUT", action(queue, "startReplay"), body).get("data");
    }

    /** Cancels the replay that runs on a queue. */
    public void cancelReplay(String queue) {
        call("PUT", action(queue, "cancelReplay"), new ModelNode().setEmptyObject());
    }

    /** Copies one message of the replay log to a queue; the id it has there. */
    public String copyFromReplayLog(String queue, String replicationGroupMsgId) {
        ModelNode body = new ModelNode();
        body.get("replicationGroupMsgId").set(replicationGroupMsgId);
        return call("PUT", action(queue, "copyMsgFromReplayLog"), body)
                .get("data", "replicationGroupMsgId")
                .asString();
    }

    /** Returns when all that a replay selects is on the queue, and live messages follow; fails when that takes longer. */
    public void awaitReplayed(String queue, Duration atMost) {
        Awaitility.await("the replay of queue " + queue)
                .atMost(atMost)
                .pollInterval(LOOK_EVERY)
                .until(() -> REPLAYED.contains(text(statistics(queue), "replayState")));
    }

    private static String text(Map<String, ModelNode> figures, String name) {
        ModelNode figure = figures.get(name);
        return figure == null ? "" : figure.asString();
    }

    private String action(String queue, String action) {
        return "SEMP/v2/action/msgVpns/" + vpn + "/queues/" + encoded(queue) + "/" + action;
    }

    /** The queue's figures, by their names in the monitor API, such as {@code spooledMsgCount}. */
    public Map<String, ModelNode> statistics(String queue) {
        ModelNode data = call("GET", "SEMP/v2/monitor/msgVpns/" + vpn + "/queues/" + encoded(queue), new ModelNode())
                .get("data");
        return data.asPropertyList().stream()
                .collect(Collectors.toUnmodifiableMap(
                        org.jboss.dmr.Property::getName, org.jboss.dmr.Property::getValue));
    }

    /** One of the queue's figures. */
    public long statistic(String queue, String name) {
        ModelNode figure = statistics(queue).get(name);
        if (figure == null) {
            throw new IllegalStateException("The figures of queue " + queue + " have no " + name);
        }
        return figure.asLong();
    }

    /** Transaction branches that are prepared and not decided. */
    public int preparedBranches() {
        return call("GET", "SEMP/v2/monitor/msgVpns/" + vpn, new ModelNode())
                .get("data", "preparedBranches")
                .asInt();
    }

    /** Messages on the queue now, in flight ones too. */
    public long depth(String queue) {
        return statistic(queue, "spooledMsgCount");
    }

    /** Returns when every message of the queue was acknowledged, those in flight too; fails when that takes longer. */
    public void awaitDrained(String queue, Duration atMost) {
        Awaitility.await("queue " + queue + " to be drained")
                .atMost(atMost)
                .pollInterval(LOOK_EVERY)
                .until(() -> depth(queue) == 0);
    }

    /** Returns when so many consumers get messages of the queue, and so when the queue is there. */
    public void awaitConsumers(String queue, int consumers, Duration atMost) {
        Awaitility.await(consumers + " consumers on queue " + queue)
                .atMost(atMost)
                .pollInterval(LOOK_EVERY)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> statistic(queue, "activeFlows") >= consumers);
    }

    /** Removes every message of the queue that is not in flight; returns how many that were. */
    public long purge(String queue) {
        return call("PUT", action(queue, "deleteMsgs"), new ModelNode().setEmptyObject())
                .get("data", "deletedMsgCount")
                .asLong();
    }

    /**
     * Returns when adapter, database and committer work.
     *
     * @throws IllegalStateException with the broker's own checks when they don't in time
     */
    public void awaitReady(Duration atMost) {
        try {
            Awaitility.await("the broker to be ready")
                    .atMost(atMost)
                    .pollInterval(LOOK_EVERY)
                    .until(() -> exchange("GET", "health/ready", BodyPublishers.noBody(), "application/json")
                                    .statusCode()
                            == 200);
        } catch (ConditionTimeoutException notReady) {
            throw new IllegalStateException(
                    "The broker isn't ready: "
                            + exchange("GET", "health/ready", BodyPublishers.noBody(), "application/json")
                                    .body(),
                    notReady);
        }
    }

    /** What the broker says of its parts now, as JSON; also when one of them is down. */
    public String health() {
        return exchange("GET", "health", BodyPublishers.noBody(), "application/json")
                .body();
    }

    private void send(String path, String text) {
        accepted(path, exchange("POST", path, BodyPublishers.ofString(text), "text/plain; charset=utf-8"));
    }

    private ModelNode call(String method, String path, ModelNode body) {
        BodyPublisher publisher =
                body.isDefined() ? BodyPublishers.ofString(body.toJSONString(true)) : BodyPublishers.noBody();
        return ModelNode.fromJSONString(accepted(path, exchange(method, path, publisher, "application/json"))
                .body());
    }

    private HttpResponse<String> exchange(String method, String path, BodyPublisher body, String type) {
        HttpRequest request = HttpRequest.newBuilder(root.resolve(path))
                .timeout(REQUEST_LIMIT)
                .header("Authorization", authorization)
                .header("Content-Type", type)
                .method(method, body)
                .build();
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(method + " " + request.uri() + ": " + failure, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted in " + method + " " + request.uri(), interrupted);
        }
    }

    private static HttpResponse<String> accepted(String path, HttpResponse<String> response) {
        if (response.statusCode() != 200) {
            throw new IllegalStateException(path + " was answered " + response.statusCode() + ": " + response.body());
        }
        return response;
    }

    private static ModelNode modelValue(Object value) {
        ModelNode node = new ModelNode();
        if (value instanceof Boolean flag) {
            return node.set(flag);
        }
        return value instanceof Number number ? node.set(number.longValue()) : node.set(value.toString());
    }

    private static String levels(String topic) {
        return Arrays.stream(topic.split("/", -1)).map(RepriseClient::encoded).collect(Collectors.joining("/"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
