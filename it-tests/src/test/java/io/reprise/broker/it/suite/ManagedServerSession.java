package io.reprise.broker.it.suite;

import io.reprise.broker.it.process.FileTree;
import io.reprise.broker.it.process.FreePort;
import io.reprise.broker.it.server.ConfiguredBase;
import io.reprise.broker.it.server.ServerConfiguration;
import io.reprise.broker.it.server.WildFlyHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Before Arquillian reads {@code arquillian.xml}: a fresh server directory that has never heard of Reprise, and free
 * ports. A process that runs no suites, having no server named, is left alone.
 */
public class ManagedServerSession implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (System.getProperty(WildFlyHome.PROPERTY) == null) {
            return;
        }
        Path base = Path.of("target", "it", "suites").toAbsolutePath();
        try {
            FileTree.delete(base);
            ConfiguredBase.layOut(WildFlyHome.fromBuild(), ServerConfiguration.unprepared(), base);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        System.setProperty("reprise.suite.base", base.toString());
        System.setProperty("reprise.suite.http.port", Integer.toString(FreePort.any()));
        System.setProperty("reprise.suite.management.port", Integer.toString(FreePort.any()));
    }
}
