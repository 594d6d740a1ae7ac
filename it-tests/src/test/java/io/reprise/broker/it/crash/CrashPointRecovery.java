package io.reprise.broker.it.crash;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import javax.transaction.xa.XAResource;

/** Shows the crashing resource to the transaction manager's recovery. */
@Singleton
@Startup
public class CrashPointRecovery {

    private final XAResourceRecoveryHelper helper = new Helper();

    private static final class Helper implements XAResourceRecoveryHelper {
        @Override
        public boolean initialise(String parameters) {
            return true;
        }

        @Override
        public XAResource[] getXAResources() {
            return new XAResource[] {CrashPoint.forRecovery()};
        }
    }

    @PostConstruct
    void add() {
        XARecoveryModule.getRegisteredXARecoveryModule().addXAResourceRecoveryHelper(helper);
    }

    @PreDestroy
    void remove() {
        XARecoveryModule.getRegisteredXARecoveryModule().removeXAResourceRecoveryHelper(helper);
    }
}
