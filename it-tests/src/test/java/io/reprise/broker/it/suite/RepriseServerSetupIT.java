package io.reprise.broker.it.suite;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.Resource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.as.arquillian.api.ServerSetup;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

@ArquillianTest
@ServerSetup(RepriseServerSetup.class)
class RepriseServerSetupIT {

    @Resource(lookup = "java:jboss/datasources/RepriseDS")
    private DataSource broker;

    @Deployment
    static WebArchive application() {
        return ShrinkWrap.create(WebArchive.class, "application.war")
                .addPackages(true, "org.assertj")
                .addClass(RepriseServerSetupIT.class)
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
    }

    @Test
    void givesTheBrokerADatabaseOfItsOwn() throws SQLException {
        try (Connection connection = broker.getConnection();
                Statement statement = connection.createStatement();
                ResultSet database = statement.executeQuery("SELECT DATABASE(), @@transaction_isolation")) {
            database.next();

            assertThat(database.getString(1)).startsWith("suite_");
            assertThat(database.getString(2)).isEqualTo("READ-COMMITTED");
        }
    }
}
