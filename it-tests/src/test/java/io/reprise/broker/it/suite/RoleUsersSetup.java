package io.reprise.broker.it.suite;

import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerManagement;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jboss.as.arquillian.api.ServerSetupTask;
import org.jboss.as.arquillian.container.ManagementClient;

/** Adds one user for each role of the broker, called like it, and {@code guest}, who has a role of another application. */
public class RoleUsersSetup implements ServerSetupTask {
    private static final List<ApplicationUser> USERS = List.of(
            ApplicationUser.withGeneratedPassword("admin", "reprise-admin"),
            ApplicationUser.withGeneratedPassword("operator", "reprise-operator"),
            ApplicationUser.withGeneratedPassword("monitor", "reprise-monitor"),
            ApplicationUser.withGeneratedPassword("client", "reprise-client"),
            ApplicationUser.withGeneratedPassword("browse", "reprise-browse"),
            ApplicationUser.withGeneratedPassword("guest", "guests"));

    private static Optional<URI> server = Optional.empty();

    /** Where the applications of the running server are. */
    public static URI server() {
        return server.orElseThrow();
    }

    public static String password(String user) {
        return USERS.stream()
                .filter(each -> each.name().equals(user))
                .findFirst()
                .orElseThrow()
                .password();
    }

    @Override
    public void setup(ManagementClient container, String containerId) throws Exception {
        PreparedServer prepared = new PreparedServer(ServerManagement.over(container.getControllerClient()));
        for (ApplicationUser user : USERS) {
            prepared.addUser(user);
        }
        server = Optional.of(container.getWebUri());
    }

    @Override
    public void tearDown(ManagementClient container, String containerId) throws Exception {
        PreparedServer prepared = new PreparedServer(ServerManagement.over(container.getControllerClient()));
        for (ApplicationUser user : USERS) {
            prepared.removeUser(user.name());
        }
    }
}
