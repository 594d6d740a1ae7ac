package io.reprise.broker.web.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.FakeBroker;
import io.reprise.broker.web.FakeVpn;
import io.reprise.broker.web.settings.WebSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Consumers with faults around them: nobody waits for ever, and one's fault is nothing to the others. */
class HttpConsumersTest {
    private static final ConsumerOptions OPTIONS =
            new ConsumerOptions("", "", Prefetch.INHERIT, RedeliveryOverride.NONE, Duration.ofSeconds(1));

    private final FakeVpn vpn = new FakeBroker().fakeVpn("default");
    private final List<BrokerException> refusals = new ArrayList<>();
    private Instant now = Instant.ofEpochMilli(1_000_000);
    private Executor executor = Runnable::run;
    private final HttpConsumers consumers =
            new HttpConsumers(WebSettings.DEFAULTS, task -> executor.execute(task), () -> now);

    private HttpConsumer open() {
        ConsumerKey key = consumers.newKey("default", EndpointKind.QUEUE, "q", "client");
        return consumers.open(key, OPTIONS, () -> vpn.bind(new BindRequest(EndpointKind.QUEUE, "q", "client")));
    }

    /** A receive whose answer can't be made. */
    private Receive broken() {
        return new Receive() {
            @Override
            public int max() {
                return 1;
            }

            @Override
            public long deadlineMillis() {
                return Long.MAX_VALUE;
            }

            @Override
            public void answer(List<Held> messages) {
                throw new IllegalStateException("no JSON");
            }

            @Override
            public void refuse(BrokerException refusal) {
                refusals.add(refusal);
            }
        };
    }

    @Test
    void aReceiveWhoseAnswerCanNotBeMadeIsRefusedAndItsMessageReturnsUncounted() {
        vpn.consumption().put(Message.to(TopicName.of("t")).text("a").build());

        open().receive(broken());

        assertThat(refusals).extracting(BrokerException::code).containsExactly(ErrorCode.INTERNAL_ERROR);
        assertThat(vpn.consumption().events()).containsExactly("returned 1");
    }

    @Test
    void timeGoesOnForAllWhenOneCanNotBeLookedAfter() {
        open();
        now = now.plusSeconds(2);
        executor = task -> {
            throw new IllegalStateException("the server has no thread just now");
        };

        consumers.tick();
        open();
        executor = Runnable::run;
        now = now.plusSeconds(2);
        consumers.tick();

        assertThat(vpn.consumption().events()).as("both ended").containsExactly("closed", "closed");
    }

    @Test
    void makesNoMoreOnceTheApplicationStopsAndEndsThoseThatThereAre() {
        open();

        consumers.stop();

        assertThat(vpn.consumption().events()).containsExactly("closed");
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(this::open)
                .matches(refusal -> refusal.code() == ErrorCode.VPN_DOWN);
        assertThat(vpn.consumption().binds()).hasSize(1);
    }

    /** The stop comes while it is bound: nobody would end it afterwards. */
    @Test
    void givesUpWhatWasBoundWhileTheApplicationStopped() {
        ConsumerKey key = consumers.newKey("default", EndpointKind.QUEUE, "q", "client");

        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> consumers.open(key, OPTIONS, () -> {
                    Flow bound = vpn.bind(new BindRequest(EndpointKind.QUEUE, "q", "client"));
                    consumers.stop();
                    return bound;
                }));

        assertThat(vpn.consumption().isAnyOpen()).isFalse();
    }
}
