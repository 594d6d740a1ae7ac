package io.reprise.broker.model.management;

/**
 * A VPN's own configuration at one moment.
 *
 * @param origin the first half of its {@code replicationGroupMsgId}s [spec 1.2]
 * @param version rises with every change; the ETag
 */
public record VpnView(String name, long origin, VpnSettings settings, long version) {}
