package io.reprise.broker.it.server;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An unpacked WildFly distribution. Nothing is ever written into it: every server has a base directory of its own.
 *
 * @param folder the one that holds {@code jboss-modules.jar}
 */
public record WildFlyHome(Path folder) {

    /** The system property that names the folder; the build sets it to what it unpacked. */
    public static final String PROPERTY = "reprise.wildfly.home";

    public WildFlyHome {
        folder = folder.toAbsolutePath();
        if (!Files.isRegularFile(folder.resolve("jboss-modules.jar"))) {
            throw new ServerFailure("There is no WildFly in " + folder + ": it has no jboss-modules.jar");
        }
    }

    /** The one that the build named. */
    public static WildFlyHome fromBuild() {
        @Nullable String named = System.getProperty(PROPERTY);
        if (named == null || named.isBlank()) {
            throw new ServerFailure("Which WildFly? Name its folder by -D" + PROPERTY + "=…");
        }
        return new WildFlyHome(Path.of(named));
    }

    Path standalone() {
        return folder.resolve("standalone");
    }

    Path modules() {
        return folder.resolve("modules");
    }
}
