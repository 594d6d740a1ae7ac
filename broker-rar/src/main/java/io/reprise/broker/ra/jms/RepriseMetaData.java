package io.reprise.broker.ra.jms;

import jakarta.jms.ConnectionMetaData;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** What a connection says of the broker [JMS 3.1 §6.1.6]. */
public final class RepriseMetaData implements ConnectionMetaData {
    public static final RepriseMetaData INSTANCE = new RepriseMetaData();

    private static final int MAJOR = 0;
    private static final int MINOR = 1;

    private RepriseMetaData() {}

    @Override
    public String getJMSVersion() {
        return "3.1";
    }

    @Override
    public int getJMSMajorVersion() {
        return 3;
    }

    @Override
    public int getJMSMinorVersion() {
        return 1;
    }

    @Override
    public String getJMSProviderName() {
        return "Reprise";
    }

    @Override
    public String getProviderVersion() {
        return MAJOR + "." + MINOR;
    }

    @Override
    public int getProviderMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getProviderMinorVersion() {
        return MINOR;
    }

    @Override
    public Enumeration<String> getJMSXPropertyNames() {
        return Collections.enumeration(List.of("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount"));
    }
}
