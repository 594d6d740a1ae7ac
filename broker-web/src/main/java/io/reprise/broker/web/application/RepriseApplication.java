package io.reprise.broker.web.application;

import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.broker.JndiBrokerSource;
import io.reprise.broker.web.condition.ConditionalHeaders;
import io.reprise.broker.web.definition.DefinitionsResource;
import io.reprise.broker.web.error.AnyExceptionMapper;
import io.reprise.broker.web.error.BrokerExceptionMapper;
import io.reprise.broker.web.error.HttpExceptionMapper;
import io.reprise.broker.web.health.HealthResource;
import io.reprise.broker.web.health.MetricsResource;
import io.reprise.broker.web.live.ConsumeResource;
import io.reprise.broker.web.live.ProduceResource;
import io.reprise.broker.web.live.SnapshotResource;
import io.reprise.broker.web.management.ActivationResource;
import io.reprise.broker.web.management.AlarmResource;
import io.reprise.broker.web.management.ClientResource;
import io.reprise.broker.web.management.ConfigEndpoints;
import io.reprise.broker.web.management.ConfigObjects;
import io.reprise.broker.web.management.ConfigReplayLogs;
import io.reprise.broker.web.management.ConfigVpns;
import io.reprise.broker.web.management.DeliveryPointParts;
import io.reprise.broker.web.management.EndpointActions;
import io.reprise.broker.web.management.FlowResource;
import io.reprise.broker.web.management.LoggedMessages;
import io.reprise.broker.web.management.Messages;
import io.reprise.broker.web.management.MonitorEndpoints;
import io.reprise.broker.web.management.MonitorReplayLogs;
import io.reprise.broker.web.management.MonitorVpns;
import io.reprise.broker.web.management.NotBuilt;
import io.reprise.broker.web.management.RejectionResource;
import io.reprise.broker.web.management.ReplayActions;
import io.reprise.broker.web.management.ReplayLogActions;
import io.reprise.broker.web.management.ReplayLogFilters;
import io.reprise.broker.web.management.Snapshots;
import io.reprise.broker.web.management.Subscriptions;
import io.reprise.broker.web.messaging.PublishResource;
import io.reprise.broker.web.openapi.OpenApiResource;
import io.reprise.broker.web.receive.ConsumerResource;
import io.reprise.broker.web.request.MediaTypeWeights;
import io.reprise.broker.web.request.SingleHeaders;
import io.reprise.broker.web.security.AuditLog;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.time.InstantSource;
import java.util.Set;

/**
 * Every resource under {@code /reprise}. Resources are stateless and made here, once, with what they need: they run the same in the
 * server and in a test without one.
 */
@ApplicationPath("/")
public final class RepriseApplication extends Application {
    private final Set<Object> singletons;

    /** As the server makes it. */
    public RepriseApplication() {
        this(new JndiBrokerSource(), InstantSource.system());
    }

    public RepriseApplication(BrokerSource source, InstantSource clock) {
        singletons = Set.of(
                new ConfigVpns(source),
                new ConfigEndpoints(source),
                new Subscriptions(source),
                new MonitorVpns(source),
                new MonitorEndpoints(source),
                new EndpointActions(source),
                new ReplayActions(source, clock),
                new ConfigReplayLogs(source),
                new ReplayLogFilters(source),
                new ConfigObjects(source),
                new DeliveryPointParts(source),
                new DefinitionsResource(source),
                new MonitorReplayLogs(source),
                new LoggedMessages(source, clock),
                new ReplayLogActions(source, clock),
                new Messages(source),
                new ActivationResource(source),
                new Snapshots(source),
                new AlarmResource(source),
                new ClientResource(source),
                new FlowResource(source),
                new RejectionResource(source),
                new NotBuilt(),
                new PublishResource(source, clock),
                new ConsumerResource(source),
                new ProduceResource(source, clock),
                new ConsumeResource(source),
                new SnapshotResource(source),
                new MetricsResource(source),
                new HealthResource(source),
                new OpenApiResource(),
                new AuditLog(),
                new MediaTypeWeights(),
                new SingleHeaders(),
                new ConditionalHeaders(),
                new BrokerExceptionMapper(),
                new HttpExceptionMapper(),
                new AnyExceptionMapper());
    }

    @Override
    @SuppressWarnings("deprecation") // the only way to hand over objects made with constructor arguments
    public Set<Object> getSingletons() {
        return singletons;
    }
}
