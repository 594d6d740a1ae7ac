package io.reprise.broker.model.vpn;

/**
 * How one part fares.
 *
 * @param name stable, e.g. {@code adapter}, {@code database}, {@code committer.default}
 * @param up whether it works
 * @param detail for people; why not, if not
 */
public record HealthCheck(String name, boolean up, String detail) {}
