package io.reprise.broker.ra.outbound;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.environment.AdapterEnvironments;
import io.reprise.broker.ra.environment.Login;
import io.reprise.broker.ra.jms.ConnectionSettings;
import io.reprise.broker.ra.jms.DeserializationAllowList;
import io.reprise.broker.ra.jms.JmsErrors;
import jakarta.jms.JMSException;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.security.PasswordCredential;
import java.io.PrintWriter;
import java.io.Serial;
import java.util.Set;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Makes managed connections to one VPN, and the connection factory that applications look up [JCA 2.1 §6.5]. A JavaBean, configured
 * once by the container. Who a connection is for the VPN's access rules says the application, else the container's security context, else
 * the configuration; else it is client username {@code default}.
 */
public class RepriseManagedConnectionFactory implements ManagedConnectionFactory, ResourceAdapterAssociation {
    @Serial
    private static final long serialVersionUID = 1L;

    private String vpn = Broker.DEFAULT_VPN;
    private String clientId = "";
    private String userName = "";
    private String password = "";
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
        return new RepriseManagedConnection(adapter(), vpn, login(subject, request), settings());
    }

    private Login login(@Nullable Subject subject, @Nullable ConnectionRequestInfo request) {
        if (request instanceof SessionRequest asked && !asked.login().equals(Login.NONE)) {
            return asked.login();
        }
        if (subject != null) {
            for (PasswordCredential credential : subject.getPrivateCredentials(PasswordCredential.class)) {
                return new Login(credential.getUserName(), new String(credential.getPassword()));
            }
        }
        return userName.isEmpty() ? Login.NONE : new Login(userName, password);
    }

    /** @throws JMSException if the password is wrong */
    void requireRight(Login login) throws JMSException {
        if (!login.equals(Login.NONE)) {
            try {
                login.identity(adapter().environment().engine().broker());
            } catch (BrokerException e) {
                throw JmsErrors.of(e);
            } catch (ResourceException e) {
                JMSException failure = new JMSException(e.getMessage());
                failure.initCause(e);
                throw failure;
            }
        }
    }

    /** Any idle one of the same user: they differ in nothing else, each session is made anew. */
    @Override
    public @Nullable ManagedConnection matchManagedConnections(
            Set connections, Subject subject, ConnectionRequestInfo request) {
        for (Object connection : connections) {
            if (connection instanceof RepriseManagedConnection ours
                    && ours.vpnName().equals(vpn)
                    && ours.login().equals(login(subject, request))) {
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

    /** The user of its connections; empty: client username {@code default}. */
    public String getUserName() {
        return userName;
    }

    public void setUserName(String value) {
        userName = value;
    }

    public String getPassword() {
        return password;
    }

    public void setPassword(String value) {
        password = value;
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
                && userName.equals(that.userName)
                && password.equals(that.password)
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
