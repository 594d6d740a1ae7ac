package io.reprise.broker.model.delivery;

import io.reprise.broker.model.endpoint.EndpointKind;

/**
 * Who wants to consume from what. One bind is one <em>flow</em> [spec 1.4]: the unit of exclusivity, of the bind count and of
 * the unacknowledged limit.
 *
 * @param kind queue or topic endpoint
 * @param endpointName its name
 * @param clientName who, for people: shown to administrators
 */
public record BindRequest(EndpointKind kind, String endpointName, String clientName) {}
