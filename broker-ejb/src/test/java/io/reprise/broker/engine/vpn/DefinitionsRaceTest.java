package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.definition.EndpointDefinition;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.vpn.VpnName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Imports at the same time as others and as single changes: each is done whole or refused, and none undoes what it did not see (spec 5.3). */
class DefinitionsRaceTest {
    private static final int ROUNDS = 60;

    private final TestVpn broker = TestVpn.start();
    private final AtomicInteger applied = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    @AfterEach
    void close() {
        broker.close();
    }

    private final EngineDefinitions definitions = new EngineDefinitions(
            new EngineDefinitions.Vpns() {
                @Override
                public @Nullable VpnLife find(String name) {
                    return broker.life;
                }

                @Override
                public void create(VpnName name, VpnSettings settings) {
                    throw new AssertionError("VPN " + name + " is made");
                }
            },
            broker.clock);

    private void importBoth(int value) {
        String of =
                "','ingressEnabled':true,'egressEnabled':true,'respectTtlEnabled':true,'maxBindCount':" + value + "}";
        try {
            ImportPlan plan = definitions.importDocument(
                    DefinitionTexts.ofDefault(",'queues':[{'queueName':'a" + of + ",{'queueName':'b" + of + "]"),
                    DefinitionTexts.REPLACE);
            assertThat(plan.applied()).isTrue();
            applied.incrementAndGet();
        } catch (BrokerException conflict) {
            assertThat(conflict.code()).isEqualTo(ErrorCode.VERSION_CONFLICT);
            refused.incrementAndGet();
        }
    }

    private List<Long> bindCounts() {
        return definitions.export(List.of("default")).vpns().get(0).endpoints().stream()
                .filter(endpoint -> endpoint.name().length() == 1)
                .map(EndpointDefinition::settings)
                .map(settings -> (long) settings.maxBindCount())
                .toList();
    }

    @Test
    void twoImportsAreNeverMixed() throws Exception {
        importBoth(1);
        List<Future<?>> importers = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            int base = 1_000 * thread;
            importers.add(broker.inBackground(() -> {
                for (int round = 1; round <= ROUNDS; round++) {
                    importBoth(base + round);
                }
                return true;
            }));
        }

        while (importers.stream().anyMatch(importer -> !importer.isDone())) {
            List<Long> seen = bindCounts();
            assertThat(seen).hasSize(2);
            assertThat(seen.get(0)).isEqualTo(seen.get(1));
        }
        for (Future<?> importer : importers) {
            importer.get(30, TimeUnit.SECONDS);
        }
        assertThat(applied.get() + refused.get()).isEqualTo(3 * ROUNDS + 1);
        assertThat(applied.get()).isGreaterThan(ROUNDS / 2);
    }

    /** Each single change of another attribute is there at the end, or its import came after it knowingly. */
    @Test
    void anImportDoesNotUndoAChangeThatItHasNotSeen() throws Exception {
        importBoth(1);
        long first = view().version();
        Future<?> importer = broker.inBackground(() -> {
            for (int round = 2; round <= ROUNDS; round++) {
                importBoth(round);
            }
            return true;
        });
        int changes = 0;
        while (!importer.isDone()) {
            EndpointView before = view();
            EndpointSettings with = before.settings().with(EndpointAttributes.MAX_REDELIVERY, changes % 100 + 1L);
            try {
                broker.administration.changeEndpoint(EndpointKind.QUEUE, "a", with, before.version());
                changes++;
            } catch (BrokerException conflict) {
                assertThat(conflict.code()).isEqualTo(ErrorCode.VERSION_CONFLICT);
            }
        }
        importer.get(30, TimeUnit.SECONDS);

        List<Long> seen = bindCounts();
        assertThat(applied.get()).isPositive();
        assertThat(seen.get(1)).as("the last import that was applied").isPositive();
        long versions = view().version();
        assertThat(versions)
                .as("each change and each import is a version")
                .isLessThanOrEqualTo(first + changes + applied.get());
    }

    private EndpointView view() {
        return broker.administration.endpoint(EndpointKind.QUEUE, "a").orElseThrow();
    }
}
