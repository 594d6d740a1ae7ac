package io.reprise.broker.ra.outbound;

import jakarta.resource.spi.ManagedConnectionMetaData;

/** What the container may want to know of a connection. */
enum ConnectionFacts implements ManagedConnectionMetaData {
    INSTANCE;

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

    /** Access rules are not built: nobody is known by name. */
    @Override
    public String getUserName() {
        return "";
    }
}
