package io.reprise.broker.web.push;

import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.PushBoard;
import io.reprise.broker.model.management.PushStatistics;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.FakeBroker;
import io.reprise.broker.web.FakeConsumption;
import io.reprise.broker.web.settings.AllowedTargets;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/** A broker with one REST delivery point, {@code shop}, of one target and the queue {@code orders}, which is in memory. */
abstract class PushStage {
    static final ObjectName POINT = ObjectName.of(ObjectKind.REST_DELIVERY_POINT, "shop");
    static final ObjectName CONSUMER = new ObjectName(ObjectKind.REST_CONSUMER, "shop", "hook");
    static final ObjectName BINDING = new ObjectName(ObjectKind.QUEUE_BINDING, "shop", "orders");

    final FakeBroker broker = new FakeBroker();
    final FakeConsumption queue = broker.fakeVpn("default").consumption();
    final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(3);
    final List<Thread> threads = new CopyOnWriteArrayList<>();
    final Pushing pushing = new Pushing();
    final WebHook hook = new WebHook();

    void start(String allowed) {
        start(allowed, InetAddress::getAllByName);
    }

    void start(String allowed, HostResolver resolver) {
        pushing.start(
                () -> broker,
                new Pushing.Parts(executor, executor, this::thread, AllowedTargets.parse(allowed), resolver));
    }

    private Thread thread(Runnable task) {
        Thread thread = new Thread(task);
        threads.add(thread);
        return thread;
    }

    @AfterEach
    void stop() {
        pushing.stop();
        hook.close();
        executor.shutdownNow();
    }

    void configure(int port, Map<String, ?> more) {
        var objects = broker.fakeVpn("default").objects();
        Map<String, Object> consumer = new HashMap<>(Map.of(
                "enabled",
                true,
                "remoteHost",
                "127.0.0.1",
                "remotePort",
                (long) port,
                "retryDelay",
                1L,
                "outgoingConnectionCount",
                1L));
        consumer.putAll(more);
        objects.create(
                POINT, ObjectKind.REST_DELIVERY_POINT.attributes().defaults().with(Map.of("enabled", true)));
        objects.create(
                CONSUMER, ObjectKind.REST_CONSUMER.attributes().defaults().with(consumer));
        objects.create(
                BINDING, ObjectKind.QUEUE_BINDING.attributes().defaults().with(Map.of("postRequestTarget", "/in?a=1")));
    }

    void change(ObjectName name, Map<String, ?> change) {
        var objects = broker.fakeVpn("default").objects();
        objects.change(name, objects.find(name).orElseThrow().values().with(change), -1);
    }

    static Message text(String body) {
        return Message.to(TopicName.of("orders/new"))
                .body(BodyKind.TEXT, body.getBytes(StandardCharsets.UTF_8))
                .property("colour", "grün")
                .property("n", 7)
                .build();
    }

    PushStatistics figures(ObjectName name) {
        return broker.shared(PushBoard.class, PushBoard::new).now("default", name);
    }

    boolean alarmHolds() {
        return broker.shared(Alarms.class, Alarms::new)
                .holds(AlarmCode.REST_CONSUMER_DOWN, "default", CONSUMER.label());
    }

    static void eventually(BooleanSupplier happens) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .until(happens::getAsBoolean);
    }

    /** Returns when delivery points have been looked after so often again. */
    void letTicksPass(int ticks) {
        long before = executor.getCompletedTaskCount();
        eventually(() -> executor.getCompletedTaskCount() >= before + 3L * ticks); // a tick, the points, each point
    }

    List<String> settled() {
        return queue.events().stream().filter(event -> !event.equals("closed")).toList();
    }
}
