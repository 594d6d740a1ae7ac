package io.reprise.broker.web.receive;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.endpoint.EndpointAttribute;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.web.request.BodyFields;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What whoever makes a consumer says of it. Those called like an endpoint's attributes are what these are, for this consumer.
 *
 * @param clientName for people; empty if not said
 * @param idleTimeout the consumer ends when it was not called for so long
 */
record ConsumerOptions(
        String clientName, String selector, Prefetch prefetch, RedeliveryOverride redelivery, Duration idleTimeout) {
    static final Duration MIN_IDLE = Duration.ofSeconds(1);
    static final Duration MAX_IDLE = Duration.ofHours(1);
    static final Duration DEFAULT_IDLE = Duration.ofMinutes(1);

    private static final String CLIENT_NAME = "clientName";
    private static final String SELECTOR = "selector";
    private static final String IDLE_TIMEOUT = "idleTimeout";

    /**
     * Reads them from a JSON object, which may be absent.
     *
     * @throws BrokerException INVALID_PARAMETER with all that is wrong with them
     */
    static ConsumerOptions read(UriInfo uri, InputStream json, EndpointKind kind) {
        BodyFields fields = BodyFields.read(uri, json, names(kind));
        ConsumerOptions options = new ConsumerOptions(
                fields.text(CLIENT_NAME, "text").orElse(""),
                fields.text(SELECTOR, "a condition as text, or absent for all messages")
                        .orElse(""),
                value(fields, kind, EndpointAttributes.PREFETCH).orElse(Prefetch.INHERIT),
                new RedeliveryOverride(
                        value(fields, kind, EndpointAttributes.MAX_REDELIVERY).map(Math::toIntExact),
                        value(fields, kind, EndpointAttributes.REDELIVERY_DELAY_ENABLED),
                        value(fields, kind, EndpointAttributes.REDELIVERY_DELAY_INITIAL_INTERVAL),
                        value(fields, kind, EndpointAttributes.REDELIVERY_DELAY_MAX_INTERVAL),
                        value(fields, kind, EndpointAttributes.REDELIVERY_DELAY_MULTIPLIER)
                                .map(Math::toIntExact)),
                fields.duration(IDLE_TIMEOUT, MIN_IDLE, MAX_IDLE).orElse(DEFAULT_IDLE));
        fields.problems().throwIfAny();
        return options;
    }

    private static <T> Optional<T> value(BodyFields fields, EndpointKind kind, EndpointAttribute<T> attribute) {
        return fields.attribute(attribute.required(kind));
    }

    private static Set<String> names(EndpointKind kind) {
        Stream<EndpointAttribute<?>> attributes = Stream.of(
                EndpointAttributes.PREFETCH,
                EndpointAttributes.MAX_REDELIVERY,
                EndpointAttributes.REDELIVERY_DELAY_ENABLED,
                EndpointAttributes.REDELIVERY_DELAY_INITIAL_INTERVAL,
                EndpointAttributes.REDELIVERY_DELAY_MAX_INTERVAL,
                EndpointAttributes.REDELIVERY_DELAY_MULTIPLIER);
        return Stream.concat(
                        Stream.of(CLIENT_NAME, SELECTOR, IDLE_TIMEOUT),
                        attributes.map(attribute -> attribute.required(kind).name()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** As the broker binds it; {@code client} is its name if it has none of its own. */
    BindRequest bindRequest(EndpointKind kind, String endpoint, String client) {
        return new BindRequest(
                kind, endpoint, clientName.isEmpty() ? client : clientName, selector, prefetch, redelivery);
    }
}
