package io.reprise.broker.engine.store;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/**
 * Brings the schema to this version's form. The migrations are named here, one by one, since looking for them would need to know how
 * each server's class loader keeps its files. Two nodes may start at once: one waits for the other.
 */
final class SchemaMigration {
    private static final String FOLDER = "db/migration/reprise/";
    private static final List<String> MIGRATIONS = List.of(
            "V1__the_log_and_its_checkpoints.sql",
            "V2__deliveries_presented_and_moved.sql",
            "V3__settings_of_a_vpn.sql",
            "V4__what_left_the_replay_log.sql",
            "V5__the_replay_log.sql",
            "V6__replays_of_endpoints.sql",
            "V7__objects_of_a_vpn.sql",
            "V8__the_mark_of_a_database.sql",
            "V9__publishers_of_a_user.sql");

    private SchemaMigration() {}

    /**
     * @throws BrokerException if the user may not, or the schema is a newer version's
     */
    static void run(DataSource dataSource) {
        try {
            Flyway.configure(SchemaMigration.class.getClassLoader())
                    .dataSource(dataSource)
                    .table("reprise_schema_history")
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .resourceProvider(new NamedMigrations())
                    .load()
                    .migrate();
        } catch (FlywayException failure) {
            throw new BrokerException(
                    ErrorCode.DATABASE_ACCESS_REFUSED,
                    "The schema cannot be brought to this version's form: " + SqlFailure.text(failure),
                    failure);
        }
    }

    private static final class NamedMigrations implements ResourceProvider {
        @Override
        public @Nullable LoadableResource getResource(String name) {
            return MIGRATIONS.stream()
                    .filter(name::endsWith)
                    .map(Migration::new)
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
            return MIGRATIONS.stream()
                    .filter(name ->
                            name.startsWith(prefix) && Arrays.stream(suffixes).anyMatch(name::endsWith))
                    .<LoadableResource>map(Migration::new)
                    .toList();
        }
    }

    private static final class Migration extends LoadableResource {
        private final String name;

        Migration(String name) {
            this.name = name;
        }

        @Override
        public Reader read() {
            try (InputStream file = SchemaMigration.class.getClassLoader().getResourceAsStream(FOLDER + name)) {
                if (file == null) {
                    throw new IllegalStateException("Missing in the application: " + FOLDER + name);
                }
                return new StringReader(new String(file.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public String getAbsolutePath() {
            return FOLDER + name;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return FOLDER + name;
        }

        @Override
        public String getFilename() {
            return name;
        }

        @Override
        public String getRelativePath() {
            return name;
        }
    }
}
