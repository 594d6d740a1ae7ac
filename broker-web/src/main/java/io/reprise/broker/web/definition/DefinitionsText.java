package io.reprise.broker.web.definition;

import io.reprise.broker.model.definition.AttributeChange;
import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsWriter;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.definition.PlannedChange;
import io.reprise.broker.web.json.JsonText;
import jakarta.ws.rs.core.EntityTag;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Documents and plans of imports as JSON. Stateless. */
final class DefinitionsText {
    private static final int TAG_BYTES = 16;

    private DefinitionsText() {}

    /** The document: of the same definitions always the same bytes. */
    static byte[] document(Definitions definitions) {
        return JsonText.writeLines(DefinitionsWriter.toMap(definitions));
    }

    /** Differs where documents do. */
    static EntityTag tag(byte[] document) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(document);
            return new EntityTag(HexFormat.of().formatHex(Arrays.copyOf(digest, TAG_BYTES)));
        } catch (NoSuchAlgorithmException notJava) {
            throw new IllegalStateException(notJava);
        }
    }

    /** What an import did, or would do. */
    static Map<String, Object> plan(ImportPlan plan) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("applied", plan.applied());
        for (PlannedAction action : PlannedAction.values()) {
            json.put(action.word() + "Count", count(plan, action));
        }
        json.put("changes", plan.changes().stream().map(DefinitionsText::change).toList());
        json.put(
                "problems",
                plan.problems().stream()
                        .map(problem -> Map.of(
                                "status",
                                problem.code().semp().name(),
                                "code",
                                problem.code().slug(),
                                "description",
                                problem.text()))
                        .toList());
        return json;
    }

    private static long count(ImportPlan plan, PlannedAction action) {
        return plan.changes().stream()
                .filter(change -> change.action() == action)
                .count();
    }

    private static Map<String, Object> change(PlannedChange change) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("action", change.action().word());
        json.put("msgVpnName", change.vpn());
        json.put("collection", change.collection());
        if (!change.owner().isEmpty()) {
            json.put("owner", change.owner());
        }
        json.put("name", change.name());
        if (!change.attributes().isEmpty()) {
            json.put("attributes", attributes(change.attributes()));
        }
        if (change.messages() > 0) {
            json.put("deletedMsgCount", change.messages());
        }
        return json;
    }

    private static List<Map<String, Object>> attributes(List<AttributeChange> attributes) {
        return attributes.stream()
                .map(each -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("attribute", each.name());
                    json.put("from", each.from());
                    json.put("to", each.to());
                    return json;
                })
                .toList();
    }
}
