package io.reprise.broker.ra.fake;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.reprise.broker.ra.environment.ServerTransactions;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** WildFly's transaction manager in a plain JVM. */
public final class TestTransactions {
    static {
        keepTheObjectStoreInATemporaryFolder();
    }

    private TestTransactions() {}

    public static TransactionManager manager() {
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    public static ServerTransactions server() {
        return new ServerTransactions(new TransactionSynchronizationRegistryImple(), manager());
    }

    private static void keepTheObjectStoreInATemporaryFolder() {
        try {
            Path folder = Files.createTempDirectory("object-store");
            folder.toFile().deleteOnExit();
            for (String store : new String[] {null, "communicationStore", "stateStore"}) {
                BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                        .setObjectStoreDir(folder.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
