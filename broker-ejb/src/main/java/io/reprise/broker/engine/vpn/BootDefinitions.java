package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.definition.BrokerDefinitions;
import io.reprise.broker.model.definition.DefinitionProblem;
import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsDocument;
import io.reprise.broker.model.definition.DefinitionsReader;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.definition.OnConflict;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.definition.PlannedChange;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.HealthCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Applies a file of definitions once this server serves the VPNs that it names, those that are missing made; what another server
 * serves is applied there, and here when it comes here. All VPNs that are here are planned together, and with a problem anywhere nothing
 * is applied until the next start. A duty, run until it is done; one thread at a time.
 */
final class BootDefinitions implements Runnable {
    private static final System.Logger LOG = System.getLogger(BootDefinitions.class.getName());
    static final String CHECK = "definitions";

    private final Path file;
    private final OnConflict onConflict;
    private final BrokerDefinitions definitions;
    private final Function<String, @Nullable VpnLife> lives;
    private final Consumer<HealthCheck> health;
    private final Set<String> applied = new HashSet<>();
    private @Nullable DefinitionsDocument document;
    private boolean done;
    private String told = "";

    /**
     * @param lives what there is of a VPN; null if there is none of that name
     * @param health told how it stands, at first that it is not applied
     */
    BootDefinitions(
            Path file,
            OnConflict onConflict,
            BrokerDefinitions definitions,
            Function<String, @Nullable VpnLife> lives,
            Consumer<HealthCheck> health) {
        this.file = file;
        this.onConflict = onConflict;
        this.definitions = definitions;
        this.lives = lives;
        this.health = health;
        tell(false, "not applied yet");
    }

    private void tell(boolean works, String detail) {
        health.accept(new HealthCheck(CHECK, works, file + ": " + detail));
    }

    @Override
    public void run() {
        if (done) {
            return;
        }
        try {
            DefinitionsDocument read = document == null ? read() : document;
            document = read;
            apply(read);
        } catch (BrokerException refusal) {
            // A text that can't be read stays so; the rest may go the next time.
            done = document == null;
            failed(String.valueOf(refusal.getMessage()));
        }
    }

    private DefinitionsDocument read() {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(Definitions.MAX_BYTES + 1);
            if (bytes.length > Definitions.MAX_BYTES) {
                throw BrokerException.refused(
                        ErrorCode.PARSE_ERROR, file.toString(), "more bytes", "at most " + Definitions.MAX_BYTES);
            }
            return DefinitionsReader.read(bytes, file.toString());
        } catch (IOException unreadable) {
            throw new BrokerException(ErrorCode.PARSE_ERROR, "it can't be read: " + unreadable, unreadable);
        }
    }

    private void apply(DefinitionsDocument read) {
        List<VpnDefinition> rest = read.readable().vpns().stream()
                .filter(vpn -> !applied.contains(vpn.name()))
                .toList();
        for (VpnDefinition vpn : rest) {
            VpnLife life = lives.apply(vpn.name());
            if (life != null && life.tenureOrNull() == null && !life.isServedElsewhere()) {
                tell(false, "waits for VPN '" + vpn.name() + "'");
                return;
            }
        }
        List<VpnDefinition> here = rest.stream().filter(this::isHere).toList();
        if (!here.isEmpty() || !read.problems().isEmpty()) {
            apply(here, read.problems());
        } else {
            succeeded(rest.isEmpty());
        }
    }

    private boolean isHere(VpnDefinition vpn) {
        VpnLife life = lives.apply(vpn.name());
        return life == null || life.tenureOrNull() != null;
    }

    private void apply(List<VpnDefinition> here, List<DefinitionProblem> problems) {
        ImportPlan plan = definitions.importDocument(
                new DefinitionsDocument(new Definitions(here), problems), ImportOptions.of(onConflict));
        if (!plan.problems().isEmpty()) {
            done = true;
            failed("nothing of it is applied: "
                    + plan.problems().stream().map(DefinitionProblem::text).collect(Collectors.joining(" | ")));
            return;
        }
        here.forEach(vpn -> applied.add(vpn.name()));
        LOG.log(System.Logger.Level.INFO, "definitions of {0} are applied: {1}", file, summary(plan));
    }

    private static String summary(ImportPlan plan) {
        return plan.changes().stream()
                .map(PlannedChange::action)
                .collect(Collectors.groupingBy(PlannedAction::word, TreeMap::new, Collectors.counting()))
                .toString();
    }

    private void succeeded(boolean all) {
        done = all;
        told = "";
        tell(true, all ? "applied" : "applied to the VPNs that are served here");
    }

    /** Said once for each cause. */
    private void failed(String why) {
        tell(false, why);
        if (!why.equals(told)) {
            told = why;
            LOG.log(System.Logger.Level.ERROR, "definitions of {0} are not applied: {1}", file, why);
        }
    }
}
