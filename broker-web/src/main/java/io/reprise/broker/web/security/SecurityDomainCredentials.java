package io.reprise.broker.web.security;

import io.reprise.broker.model.access.CredentialCheck;
import io.reprise.broker.model.access.Credentials;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.web.broker.JndiBrokerSource;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.wildfly.security.auth.server.SecurityDomain;

/**
 * Lets the broker ask this application's security domain about the users and passwords that beans and applications in the server give: the
 * same domain that HTTP's users are of. Named in {@code web.xml}.
 */
public final class SecurityDomainCredentials implements ServletContextListener {
    private static final System.Logger LOG = System.getLogger(SecurityDomainCredentials.class.getName());
    private static final long RETRY_MILLIS = 200;

    @Resource
    private @Nullable ManagedScheduledExecutorService timer;

    private volatile boolean stopped;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        SecurityDomain domain = SecurityDomain.getCurrent();
        if (domain == null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the application has no Elytron security domain: users of beans and applications can't be checked");
            return;
        }
        register(new DomainCheck(domain));
    }

    /** The engine may start after this. */
    private void register(CredentialCheck check) {
        try {
            new JndiBrokerSource()
                    .broker()
                    .shared(Credentials.class, Credentials::new)
                    .checkedBy(check);
        } catch (BrokerException notYet) {
            if (!stopped) {
                Objects.requireNonNull(timer, "not injected")
                        .schedule(() -> register(check), RETRY_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        stopped = true;
    }
}
