package io.reprise.broker.web.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import jakarta.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A consumer of one user on queue {@code q}, as its client has it. */
record ReceivingClient(HttpServer server, String user, String path) {
    static final String CONSUMERS = "rest/v1/default/QUEUE/q/consumers";

    /** Makes one, with options as JSON in which ' is a quotation mark. */
    static ReceivingClient of(HttpServer server, String user, String options) {
        Answer made = server.as(user).json("POST", CONSUMERS, options);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return new ReceivingClient(server, user, CONSUMERS + "/" + made.json().getString("consumerId"));
    }

    static void put(HttpServer server, String... texts) {
        for (String text : texts) {
            server.vpn()
                    .consumption()
                    .put(Message.to(TopicName.of("t")).text(text).build());
        }
    }

    Answer receive(String order) {
        return server.as(user).json("POST", path + "/messages", order);
    }

    /** A receive that waits; returns when it does. One that is not answered at all fails. */
    CompletableFuture<Answer> waitFor(String order) {
        CompletableFuture<Answer> answer = receiveBeside(order);
        await().until(() -> server.vpn().consumption().waiting() == 1);
        return answer;
    }

    /** A receive on a thread of its own. */
    CompletableFuture<Answer> receiveBeside(String order) {
        return CompletableFuture.supplyAsync(() -> receive(order)).orTimeout(30, TimeUnit.SECONDS);
    }

    Answer unsettled() {
        return server.as(user).get(path + "/messages");
    }

    Answer settle(String order) {
        return server.as(user).json("POST", path + "/settlements", order);
    }

    Answer delete() {
        return server.as(user).delete(path);
    }

    /** Token and body of each message, e.g. {@code 1=a}. */
    static List<String> messages(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().getJsonArray("messages").getValuesAs(JsonObject.class).stream()
                .map(message -> message.getString("token") + "=" + message.getString("body"))
                .toList();
    }

    static JsonObject only(Answer answer) {
        assertThat(answer.json().getJsonArray("messages")).as(answer.text()).hasSize(1);
        return answer.json().getJsonArray("messages").getJsonObject(0);
    }

    static void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().getString("code")).isEqualTo(code);
    }
}
