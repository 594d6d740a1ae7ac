package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.access.ClientAccess;
import io.reprise.broker.engine.access.Revocable;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import java.util.Optional;

/** The live side of a VPN as far as one client may subscribe and publish [spec 5.4]. Thread-safe. */
final class ClientLive implements LiveSubjects {
    private final LiveSubjects all;
    private final VpnLife life;
    private final ClientAccess access;

    ClientLive(LiveSubjects all, VpnLife life, ClientAccess access) {
        this.all = all;
        this.life = life;
        this.access = access;
    }

    private EndpointDirectory directory() {
        return life.tenure().core().directory();
    }

    @Override
    public LiveSubscription subscribe(LiveRequest request, Runnable ready) {
        Runnable check = () -> request.filters().forEach(filter -> access.requireSubscribe(directory(), filter));
        check.run();
        LiveSubscription subscription = all.subscribe(request, ready);
        try {
            // Who serves the VPN now serves the subscription, or it is over.
            if (subscription instanceof Revocable revocable) {
                life.tenure().access().watch(revocable, check);
            }
            check.run();
            return subscription;
        } catch (RuntimeException lost) {
            subscription.close();
            throw lost;
        }
    }

    @Override
    public void publish(Message direct) {
        access.requireSend(directory(), direct.topic());
        all.publish(direct);
    }

    @Override
    public Optional<LiveMessage> snapshot(TopicName subject) {
        access.requireRead(directory(), subject);
        return all.snapshot(subject);
    }

    @Override
    public boolean deleteSnapshot(TopicName subject) {
        access.requirePublish(directory(), subject);
        return all.deleteSnapshot(subject);
    }

    @Override
    public LiveStatistics statistics() {
        return all.statistics();
    }
}
