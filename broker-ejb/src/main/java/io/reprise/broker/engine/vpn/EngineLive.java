package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import java.util.Optional;

/** The live side of whoever serves the VPN now. Thread-safe; holds no state of its own. */
final class EngineLive implements LiveSubjects {
    private final VpnLife life;
    private final ClientTally client;
    private final String username;

    /**
     * @param client who publishes
     * @param username by what user it goes, who subscribes too; empty if that is not known
     */
    EngineLive(VpnLife life, ClientTally client, String username) {
        this.life = life;
        this.client = client;
        this.username = username;
    }

    @Override
    public LiveSubscription subscribe(LiveRequest request, Runnable ready) {
        return life.tenure().live().subscribe(request, ready, life.clients().client(request.clientName(), username));
    }

    @Override
    public void publish(Message direct) {
        life.tenure().live().publish(direct, client);
    }

    @Override
    public Optional<LiveMessage> snapshot(TopicName subject) {
        return life.tenure().live().snapshot(subject);
    }

    @Override
    public boolean deleteSnapshot(TopicName subject) {
        return life.tenure().live().deleteSnapshot(subject);
    }

    @Override
    public LiveStatistics statistics() {
        Tenure tenure = life.tenureOrNull();
        return tenure == null ? LiveStatistics.NONE : tenure.live().statistics();
    }
}
