package io.reprise.broker.model.management;

/**
 * A VPN's own configuration at one moment.
 *
 * @param version rises with every change; the ETag
 */
public record VpnView(String name, VpnSettings settings, long version) {}
