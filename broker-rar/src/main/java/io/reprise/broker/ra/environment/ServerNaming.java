package io.reprise.broker.ra.environment;

import jakarta.transaction.TransactionManager;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** The server's names. Stateless; what {@code java:comp} and its like mean depends on the calling thread [WILDFLY.md 12]. */
public final class ServerNaming {
    /** JCA has no name for the transaction manager: those that servers use. */
    private static final List<String> TRANSACTION_MANAGER = List.of(
            "java:jboss/TransactionManager",
            "java:/TransactionManager",
            "java:appserver/TransactionManager",
            "java:comp/TransactionManager");

    private ServerNaming() {}

    /** What is bound there. Names come from deployments and constants, and the server's own context answers. */
    @SuppressWarnings("BanJNDI")
    public static Object lookup(String name) throws NamingException {
        InitialContext context = new InitialContext();
        try {
            return context.lookup(name);
        } finally {
            context.close();
        }
    }

    static @Nullable TransactionManager transactionManager() {
        for (String name : TRANSACTION_MANAGER) {
            try {
                if (lookup(name) instanceof TransactionManager manager) {
                    return manager;
                }
            } catch (NamingException e) {
                continue;
            }
        }
        return null;
    }
}
