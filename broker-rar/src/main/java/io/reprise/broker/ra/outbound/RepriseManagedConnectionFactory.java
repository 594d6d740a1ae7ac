package io.reprise.broker.ra.outbound;

import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.environment.AdapterEnvironments;
import io.reprise.broker.ra.jms.ConnectionSettings;
import io.reprise.broker.ra.jms.DeserializationAllowList;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.UnavailableException;
import java.io.PrintWriter;
import java.io.Serial;
import java.util.Set;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Makes managed connections to one VPN, and the connection factory that applications look up [JCA 2.1 §6.5]. A JavaBean, configured
 * once by the container. A security context of the container has no meaning yet: access rules are not built.
 */
public class RepriseManagedConnectionFactory implements ManagedConnectionFactory, ResourceAdapterAssociation {
    @Serial
    private static final long serialVersionUID = 1L;

    private String vpn = Broker.DEFAULT_VPN;
    private String clientId = "";
    private String deserializationAllowList = "*";
    private boolean sendDirect;
    private transient @Nullable ResourceAdapter resourceAdapter;
    private transient @Nullable PrintWriter logWriter;

    @Override
    public Object createConnectionFactory(ConnectionManager manager) {
        return new ManagedJmsConnectionFactory(this, manager);
    }

    /** A plain JVM has its own factory: {@link io.reprise.broker.ra.jms.RepriseConnectionFactory}. */
    @Override
    public Object createConnectionFactory() throws ResourceException {
        throw new NotSupportedException("a connection factory without a container's connection manager");
    }

    @Override
    public ManagedConnection createManagedConnection(Subject subject, ConnectionRequestInfo request)
            throws ResourceException {
        return new RepriseManagedConnection(adapter(), vpn, settings());
    }

    /** Any idle one: they differ in nothing, each session is made anew. */
    @Override
    public @Nullable ManagedConnection matchManagedConnections(
            Set connections, Subject subject, ConnectionRequestInfo request) {
        for (Object connection : connections) {
            if (connection instanceof RepriseManagedConnection ours
                    && ours.vpnName().equals(vpn)) {
                return ours;
            }
        }
        return null;
    }

    public String getVpn() {
        return vpn;
    }

    public void setVpn(String value) {
        vpn = value;
    }

    /** The client id of every connection; empty: none. */
    public String getClientId() {
        return clientId;
    }

    public void setClientId(String value) {
        clientId = value;
    }

    /** What an ObjectMessage may bring to life: classes and packages separated by commas, or {@code *}. */
    public String getDeserializationAllowList() {
        return deserializationAllowList;
    }

    public void setDeserializationAllowList(String value) {
        deserializationAllowList = value;
    }

    /** Whether messages are sent directly that don't say otherwise by {@code JMS_Reprise_DeliveryMode} [spec 1.5]. */
    public Boolean getSendDirect() {
        return sendDirect;
    }

    public void setSendDirect(Boolean value) {
        sendDirect = value;
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return resourceAdapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter adapter) {
        resourceAdapter = adapter;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        logWriter = out;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RepriseManagedConnectionFactory that
                && vpn.equals(that.vpn)
                && clientId.equals(that.clientId)
                && deserializationAllowList.equals(that.deserializationAllowList)
                && sendDirect == that.sendDirect;
    }

    @Override
    public int hashCode() {
        return 31 * vpn.hashCode() + clientId.hashCode();
    }

    private ConnectionSettings settings() {
        return new ConnectionSettings(
                clientId.isEmpty() ? null : clientId,
                DeserializationAllowList.parse(deserializationAllowList),
                sendDirect);
    }

    private AdapterEnvironments adapter() throws ResourceException {
        if (resourceAdapter instanceof AdapterEnvironments adapter) {
            return adapter;
        }
        throw new UnavailableException("the connection factory belongs to no adapter");
    }
}
