package io.reprise.broker.web.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.PushStatistics;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.topic.TopicName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** REST delivery points at work, with targets of every kind (spec 5.2); the endpoint is in memory. */
class PushTest extends PushStage {
    @Test
    void postsInOrderWithOneConnectionAndAcknowledgesWhatIsAnswered2xx() {
        IntStream.rangeClosed(1, 20).forEach(n -> queue.put(text("order " + n)));
        configure(hook.port(), Map.of());
        hook.answer(202);

        start("127.0.0.1");

        eventually(() -> settled().size() == 20);
        assertThat(settled())
                .isEqualTo(IntStream.rangeClosed(1, 20)
                        .mapToObj(n -> "accepted " + n)
                        .toList());
        assertThat(hook.requests().stream().map(WebHook.Request::body))
                .isEqualTo(
                        IntStream.rangeClosed(1, 20).mapToObj(n -> "order " + n).toList());
        assertThat(hook.most()).isEqualTo(1);
        assertThat(figures(CONSUMER)).isEqualTo(new PushStatistics(true, "", 0, 0, 20, 20, 0, 0, 0));
        assertThat(figures(POINT).ackedMsgs()).isEqualTo(20);
        assertThat(figures(BINDING).up()).isTrue();
    }

    @Test
    void saysWhatTheMessageSaysAndWhoSends() {
        queue.put(text("an order"));
        configure(
                hook.port(),
                Map.of(
                        "authenticationScheme", "http-basic",
                        "authenticationHttpBasicUsername", "me",
                        "authenticationHttpBasicPassword", "hush"));

        start("127.0.0.0/8:1024-65535");

        eventually(() -> !hook.requests().isEmpty());
        WebHook.Request request = hook.requests().get(0);
        assertThat(request.method() + " " + request.path()).isEqualTo("POST /in?a=1");
        assertThat(request.header("Content-type")).isEqualTo("text/plain; charset=UTF-8");
        assertThat(request.header("Authorization")).isEqualTo("Basic bWU6aHVzaA==");
        assertThat(request.header("Reprise-destination")).isEqualTo("/TOPIC/orders/new");
        assertThat(request.header("Reprise-delivery-count")).isEqualTo("1");
        assertThat(request.header("Reprise-msg-id")).isEqualTo("1");
        assertThat(request.header("Solace-user-property-n")).isEqualTo("7; type=int32");
        assertThat(new String(
                        request.header("Solace-user-property-colour").getBytes(StandardCharsets.ISO_8859_1),
                        StandardCharsets.UTF_8))
                .isEqualTo("grün");
        assertThat(broker.fakeVpn("default").callers())
                .contains(new ClientIdentity("#rdp/shop", ClientIdentity.IN_SERVER, true));
    }

    @Test
    void postsAsManyAtATimeAsItHasConnections() {
        IntStream.rangeClosed(1, 9).forEach(n -> queue.put(text("order " + n)));
        configure(hook.port(), Map.of("outgoingConnectionCount", 3L));
        hook.hold();

        start("127.0.0.1");
        eventually(() -> hook.most() == 3);
        hook.open();

        eventually(() -> settled().size() == 9);
        assertThat(hook.most()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 307, 400, 404, 500, 503})
    void anythingElseIsAFailedAttemptAndRedirectsAreNotFollowed(int status) {
        queue.put(text("an order"));
        configure(hook.port(), Map.of());
        hook.answer(status);
        start("127.0.0.1");
        eventually(() -> queue.events().contains("failed 1"));

        hook.answer(200);

        eventually(() -> queue.events().contains("accepted 1"));
        assertThat(hook.requests()).extracting(WebHook.Request::path).containsOnly("/in?a=1");
        assertThat(hook.requests().get(1).header("Reprise-delivery-count")).isEqualTo("2");
        assertThat(figures(CONSUMER).lastFailureReason()).startsWith("answered " + status);
        assertThat(figures(CONSUMER).failedMsgs()).isEqualTo(hook.requests().size() - 1L);
        assertThat(alarmHolds()).isFalse();
    }

    @Test
    void noAnswerInTimeIsAFailedAttempt() {
        queue.put(text("an order"));
        configure(hook.port(), Map.of("maxPostWaitTime", 1L));
        hook.hold();

        start("127.0.0.1");

        eventually(() -> queue.events().contains("failed 1"));
        assertThat(figures(CONSUMER).lastFailureReason()).isEqualTo("no answer in time");
    }

    @Test
    void aResetOfTheConnectionAfterTheRequestIsAFailedAttempt() throws IOException {
        try (RudeTarget rude = new RudeTarget(true)) {
            queue.put(text("an order"));
            configure(rude.port(), Map.of());

            start("127.0.0.1");

            eventually(() -> queue.events().contains("failed 1"));
            assertThat(figures(CONSUMER).lastFailureReason()).startsWith("no answer: ");
        }
    }

    @Test
    void aResetOfTheConnectionBeforeTheRequestCountsOnlyIfTheRequestWasBegun() throws IOException {
        try (RudeTarget rude = new RudeTarget(false)) {
            queue.put(text("an order"));
            configure(rude.port(), Map.of());

            start("127.0.0.1");

            eventually(() -> !settled().isEmpty());
            pushing.stop();
            PushStatistics figures = figures(CONSUMER);
            boolean begun = settled().get(0).equals("failed 1");
            assertThat(begun ? figures.failedMsgs() : figures.unreachedMsgs()).isPositive();
            assertThat(figures.lastFailureReason()).matches("no (answer|connection): .*");
            assertThat(rude.connections()).isPositive();
        }
    }

    @Test
    void whatCanNotBeReachedBurnsNoAttempt() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        queue.put(text("one"));
        queue.put(text("two"));
        configure(port, Map.of("outgoingConnectionCount", 2L));
        start("127.0.0.1");
        eventually(() -> figures(CONSUMER).unreachedMsgs() >= 4);
        assertThat(alarmHolds()).isTrue();
        assertThat(figures(POINT).up()).isFalse();
        assertThat(queue.events()).doesNotContain("failed 1", "failed 2");

        try (WebHook late = new WebHook(port)) {
            eventually(() -> queue.events().containsAll(List.of("accepted 1", "accepted 2")));

            assertThat(late.requests())
                    .extracting(request -> request.header("Reprise-delivery-count"))
                    .containsOnly("1");
            assertThat(figures(CONSUMER).failedMsgs()).isZero();
            eventually(() -> !alarmHolds() && figures(POINT).up());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "127.0.0.1:1", "0.0.0.0/0", "hooks.example.com", "[::/0]"})
    void takesNoMessageForATargetThatIsNotAllowed(String allowed) {
        queue.put(text("an order"));
        configure(hook.port(), Map.of());

        start(allowed);

        eventually(() -> figures(CONSUMER).refusedAttempts() >= 2);
        assertThat(hook.requests()).isEmpty();
        assertThat(settled()).isEmpty();
        assertThat(alarmHolds()).isTrue();
        assertThat(figures(CONSUMER).lastFailureReason())
                .isEqualTo("not allowed by the server's reprise.web.push.allowedTargets: 127.0.0.1 port " + hook.port()
                        + " at [127.0.0.1]");
    }

    @Test
    void aNameThatLeadsElsewhereAfterwardsIsRefused() throws IOException {
        List<InetAddress> answers = new CopyOnWriteArrayList<>(List.of(InetAddress.getByName("127.0.0.1")));
        configure(hook.port(), Map.of("remoteHost", "rebound.example"));
        start("127.0.0.1,rebound.example", host -> answers.toArray(InetAddress[]::new));
        queue.put(text("one"));
        eventually(() -> queue.events().contains("accepted 1"));
        assertThat(hook.requests().get(0).header("Host")).isEqualTo("rebound.example:" + hook.port());

        answers.set(0, InetAddress.getByName("127.0.0.2"));
        queue.put(text("two"));

        eventually(() -> figures(CONSUMER).refusedAttempts() >= 1);
        assertThat(hook.requests()).as("though a connection is open").hasSize(1);
        assertThat(settled()).containsExactly("accepted 1");
    }

    static Stream<CommitOutcome> noAcknowledgements() {
        return Stream.of(
                new CommitOutcome.Rejected(ErrorCode.DATABASE_UNAVAILABLE, "it is away"),
                new CommitOutcome.Unknown("lost the database"));
    }

    /** Nobody has said that it is done: the target gets it again, and is told so. */
    @ParameterizedTest
    @MethodSource("noAcknowledgements")
    void whatIsTakenAndNotAcknowledgedIsAFailedAttempt(CommitOutcome outcome) {
        broker.fakeVpn("default").answerPublishesWith(outcome);
        queue.put(text("an order"));
        configure(hook.port(), Map.of());
        start("127.0.0.1");
        eventually(() -> queue.events().contains("failed 1"));

        broker.fakeVpn("default").answerPublishesWith(new CommitOutcome.Stored(0, 0));

        eventually(() -> queue.events().contains("accepted 1"));
        assertThat(hook.requests().get(1).header("Reprise-delivery-count")).isEqualTo("2");
        assertThat(figures(CONSUMER).lastFailureReason()).startsWith("taken, and not acknowledged: ");
    }

    @Test
    void aChangeIsFollowedAndWhatIsBeingPostedIsSettledFirst() {
        queue.put(text("one"));
        configure(hook.port(), Map.of());
        hook.hold();
        start("127.0.0.1");
        eventually(() -> hook.requests().size() == 1);

        change(BINDING, Map.of("postRequestTarget", "/other"));
        eventually(() -> !figures(BINDING).up());
        queue.put(text("two"));
        assertThat(queue.binds()).hasSize(1);
        hook.open();

        eventually(() -> settled().size() == 2);
        assertThat(settled()).containsExactly("accepted 1", "accepted 2");
        assertThat(hook.requests()).extracting(WebHook.Request::path).containsExactly("/in?a=1", "/other");
    }

    @Test
    void switchedOffItSettlesWhatIsBeingPostedAndTakesNoMore() {
        queue.put(text("one"));
        queue.put(text("two"));
        configure(hook.port(), Map.of());
        hook.hold();
        start("127.0.0.1");
        eventually(() -> hook.requests().size() == 1);

        change(POINT, Map.of("enabled", false));
        eventually(() -> !figures(BINDING).up());
        hook.open();

        eventually(() -> queue.events().contains("closed"));
        assertThat(queue.events()).containsExactly("accepted 1", "closed");
        assertThat(hook.requests()).hasSize(1);
        eventually(() -> !figures(POINT).up());
    }

    @Test
    void deletedItEnds() {
        configure(hook.port(), Map.of());
        start("127.0.0.1");
        eventually(() -> figures(POINT).up());

        broker.fakeVpn("default").objects().delete(POINT, -1);
        broker.fakeVpn("default").objects().delete(CONSUMER, -1);
        broker.fakeVpn("default").objects().delete(BINDING, -1);

        eventually(() -> queue.events().contains("closed"));
    }

    @Test
    void bindsAgainWhenTheBrokerHasEndedTheFlow() {
        configure(hook.port(), Map.of());
        start("127.0.0.1");
        eventually(() -> queue.binds().size() == 1);

        queue.end("egress was switched off");

        eventually(() -> queue.binds().size() == 2);
        queue.put(text("an order"));
        eventually(() -> queue.events().contains("accepted 1"));
    }

    @Test
    void doesNotBindAgainBeforeWhatIsBeingPostedIsSettled() {
        queue.put(text("one"));
        configure(hook.port(), Map.of());
        hook.hold();
        start("127.0.0.1");
        eventually(() -> hook.requests().size() == 1);

        queue.end("egress was switched off");
        eventually(() -> !figures(BINDING).up());
        letTicksPass(2);
        assertThat(queue.binds()).hasSize(1);
        assertThat(settled()).isEmpty();
        hook.open();

        eventually(() -> queue.binds().size() == 2);
        assertThat(settled()).containsExactly("accepted 1");
    }

    @Test
    void whatTheLogCanNotSayIsPresentedIsNotPosted() {
        queue.refusePresenting(new BrokerException(ErrorCode.DATABASE_UNAVAILABLE, "it is away"));
        queue.put(text("one"));
        configure(hook.port(), Map.of());
        start("127.0.0.1");
        eventually(() -> settled().contains("returned 1"));
        assertThat(hook.requests()).isEmpty();

        queue.refusePresenting(null);

        eventually(() -> settled().contains("accepted 1"));
        assertThat(hook.requests().get(0).header("Reprise-delivery-count")).isEqualTo("1");
    }

    @Test
    void theEndOfTheApplicationEndsEverything() {
        queue.put(text("one"));
        configure(hook.port(), Map.of());
        hook.hold();
        start("127.0.0.1");
        eventually(() -> hook.requests().size() == 1);

        pushing.stop();

        assertThat(queue.events()).contains("failed 1", "closed");
        eventually(() -> threads.stream().noneMatch(Thread::isAlive));
        assertThat(executor.getQueue())
                .as("no more ticks")
                .allMatch(task -> ((java.util.concurrent.Future<?>) task).isCancelled());
    }

    @Test
    void postsACloudEventInBinaryMode() {
        queue.put(Message.to(TopicName.of("orders/new"))
                .contentType("application/json")
                .body(BodyKind.TEXT, "{}".getBytes(StandardCharsets.UTF_8))
                .property("cloudEvents_specversion", "1.0")
                .property("cloudEvents_id", "17 %")
                .property("cloudEvents_source", "/shop")
                .property("cloudEvents_type", "order.new")
                .property("evil", "a\r\nX-Evil: 1")
                .build());
        configure(hook.port(), Map.of());

        start("127.0.0.1");

        eventually(() -> !hook.requests().isEmpty());
        WebHook.Request request = hook.requests().get(0);
        assertThat(request.header("Ce-id")).isEqualTo("17%20%25");
        assertThat(request.header("Ce-type")).isEqualTo("order.new");
        assertThat(request.header("Content-type")).isEqualTo("application/json");
        assertThat(request.headers().keySet()).noneMatch(name -> name.contains("cloudevents") || name.equals("X-evil"));
        assertThat(request.header("Reprise-omitted")).isEqualTo("Solace-User-Property-evil");
    }
}
