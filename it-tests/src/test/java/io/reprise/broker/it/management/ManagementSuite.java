package io.reprise.broker.it.management;

import io.reprise.broker.it.suite.RepriseServerSetup;
import io.reprise.broker.it.suite.RoleUsersSetup;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.as.arquillian.api.ServerSetup;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A suite that calls the broker's HTTP API from outside, with a user for each role. */
@ArquillianTest
@ServerSetup({RepriseServerSetup.class, RoleUsersSetup.class})
abstract class ManagementSuite {
    /** Arquillian sets a server up for the sake of a deployment. */
    @Deployment(testable = false)
    static WebArchive application() {
        return ShrinkWrap.create(WebArchive.class, "management-suite.war")
                .addClasses(InboxBean.class, Inbox.class, InboxServlet.class);
    }
}
