package io.reprise.broker.ra.outbound;

import jakarta.resource.spi.ManagedConnectionMetaData;

/**
 * What the container may want to know of a connection.
 *
 * @param userName empty if it gave none
 */
record ConnectionFacts(String userName) implements ManagedConnectionMetaData {
    @Override
    public String getEISProductName() {
        return "Reprise";
    }

    @Override
    public String getEISProductVersion() {
        String version = ConnectionFacts.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** 0: no limit. */
    @Override
    public int getMaxConnections() {
        return 0;
    }

    @Override
    public String getUserName() {
        return userName;
    }
}
