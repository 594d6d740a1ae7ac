package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointAdministration;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.List;
import java.util.Optional;

/** One attempt to bind an activation: the endpoint is created where that is asked for, gets what it lacks, and is bound. */
final class EndpointSetup {
    private static final long SHARED_BIND_COUNT = 1_000;

    private final ResolvedDestination destination;
    private final ActivationSettings.Flow wanted;
    private final boolean shared;
    private final String clientName;

    EndpointSetup(ResolvedDestination destination, ActivationSettings settings, String clientName) {
        this.destination = destination;
        this.wanted = settings.flow();
        this.shared = settings.subscription().shared();
        this.clientName = clientName;
    }

    /** @throws BrokerException if it is missing and may not be created, is not what is wanted, or does not take another consumer */
    Flow bind(MessageVpn vpn) {
        EndpointAdministration endpoints = vpn.endpoints();
        Optional<EndpointView> existing = endpoints.endpoint(destination.kind(), destination.endpointName());
        if (existing.isPresent()) {
            complete(endpoints, existing.get());
        } else if (destination.createdIfMissing()) {
            create(endpoints);
        }
        return vpn.bind(request());
    }

    private BindRequest request() {
        // What a durable subscription doesn't want is not kept at all: nothing is left to be selected.
        String selector = destination.kind() == EndpointKind.QUEUE ? wanted.selector() : "";
        return new BindRequest(
                destination.kind(),
                destination.endpointName(),
                clientName,
                selector,
                wanted.prefetch(),
                wanted.redelivery(),
                destination.subscriptions());
    }

    private EndpointSettings created() {
        EndpointSettings settings = EndpointSettings.clientCreated(destination.kind());
        if (destination.kind() == EndpointKind.QUEUE) {
            return settings;
        }
        EndpointSettings selective = settings.with(EndpointAttributes.SELECTOR, wanted.selector());
        return shared
                ? selective
                        .with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                        .with(EndpointAttributes.MAX_BIND_COUNT, SHARED_BIND_COUNT)
                : selective;
    }

    private void create(EndpointAdministration endpoints) {
        try {
            endpoints.createEndpoint(
                    destination.kind(), destination.endpointName(), created(), destination.subscriptions());
        } catch (BrokerException e) {
            if (e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e;
            }
            endpoints
                    .endpoint(destination.kind(), destination.endpointName())
                    .ifPresent(view -> complete(endpoints, view));
        }
    }

    private void complete(EndpointAdministration endpoints, EndpointView view) {
        List<TopicFilter> missing = destination.subscriptions().stream()
                .filter(filter -> !view.subscriptions().contains(filter))
                .toList();
        boolean another = !missing.isEmpty() && !view.subscriptions().isEmpty();
        if (another && destination.kind() == EndpointKind.TOPIC_ENDPOINT) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "topic of " + destination,
                    view.subscriptions(),
                    "" + destination.subscriptions()
                            + "; another topic needs another subscription name, or this one deleted");
        }
        if (destination.kind() == EndpointKind.TOPIC_ENDPOINT) {
            requireSelector(view);
            requireForm(view);
        }
        missing.forEach(filter -> add(endpoints, filter));
    }

    private void requireSelector(EndpointView view) {
        if (!view.settings().selector().equals(wanted.selector())) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "messageSelector of " + destination,
                    "'" + wanted.selector() + "'",
                    "'" + view.settings().selector()
                            + "', as it is; another selector needs another subscription name, or this one deleted");
        }
    }

    /** An administrator may let the sessions of one bean have it in turn; what is to be shared must be so. */
    private void requireForm(EndpointView view) {
        if (shared && view.settings().accessType() != AccessType.NON_EXCLUSIVE) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "shareSubscriptions of " + destination,
                    "accessType=" + view.settings().accessType().sempName(),
                    "accessType=" + AccessType.NON_EXCLUSIVE.sempName());
        }
    }

    private void add(EndpointAdministration endpoints, TopicFilter filter) {
        try {
            endpoints.addSubscription(destination.kind(), destination.endpointName(), filter);
        } catch (BrokerException e) {
            if (e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e;
            }
        }
    }
}
