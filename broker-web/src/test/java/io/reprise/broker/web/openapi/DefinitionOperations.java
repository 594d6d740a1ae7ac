package io.reprise.broker.web.openapi;

import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.error.ErrorCode;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Descriptions of definitions, exported and imported, and the schemas of what they take and answer. */
final class DefinitionOperations {
    private static final String JSON = "application/json";
    private static final String EXAMPLE = "{'definitionsVersion':1,'msgVpns':[{'msgVpnName':'default'}]}";
    private static final String DOCUMENT = "The document, which PUT takes.";

    private DefinitionOperations() {}

    static List<Description> all() {
        return List.of(
                Description.of(
                                "DefinitionsResource.read",
                                "All that is configured of every VPN as one document, without secrets and messages; settings that it does not have are at their defaults.")
                        .plain(JSON, Fields.reference("Definitions"), DOCUMENT, "")
                        .versioned(),
                Description.of(
                                "DefinitionsResource.readVpn",
                                "All that is configured of a VPN as one document, as for every VPN.")
                        .plain(JSON, Fields.reference("Definitions"), DOCUMENT, "")
                        .versioned(),
                imports(
                        Description.of(
                                "DefinitionsResource.replace",
                                "Imports a document: planned for all its VPNs, and done only if nothing is wrong with any of it; each VPN in one transaction.")),
                imports(Description.of(
                        "DefinitionsResource.replaceVpn",
                        "Imports a document with that VPN alone, which is made if it is missing.")));
    }

    private static Description imports(Description description) {
        return description
                .with(
                        List.of(
                                Parameters.query("dryRun", Parameters.flag(false), "Whether it is only planned."),
                                Parameters.query(
                                        "prune",
                                        Parameters.flag(false),
                                        "Whether what is not in the document is deleted, in the VPNs that it names."),
                                Parameters.query(
                                        "pruneMessages",
                                        Parameters.flag(false),
                                        "Whether that may take endpoints and a replay log with messages."),
                                Parameters.query(
                                        "onConflict",
                                        Parameters.words("fail", "fail", "replace", "keep"),
                                        "What happens to an object that exists with other settings: it is a problem, gets those of the document, or stays.")))
                .takes("Definitions", EXAMPLE)
                .tells("ImportPlan")
                .versioned()
                .refuses(
                        ErrorCode.ALREADY_EXISTS,
                        ErrorCode.MISSING_PARAMETER,
                        ErrorCode.NOT_ALLOWED,
                        ErrorCode.NOT_SUPPORTED,
                        ErrorCode.INVALID_TOPIC,
                        ErrorCode.INVALID_SELECTOR,
                        ErrorCode.SUBSCRIPTION_LIMIT);
    }

    static Map<String, Schema<?>> schemas() {
        Map<String, Schema<?>> schemas = new LinkedHashMap<>();
        schemas.put(
                "Definitions",
                Fields.of("What is configured of VPNs.")
                        .number("definitionsVersion", "The version of this form: 1.", 1, 1)
                        .list("msgVpns", "MsgVpnDefinition", "The VPNs, in the order of names.")
                        .schema());
        schemas.put(
                "MsgVpnDefinition",
                new ObjectSchema()
                        .additionalProperties(new Schema<>())
                        .description(
                                "A VPN with its settings, as MsgVpn, and its collections (queues, topicEndpoints, replayLogs, aclProfiles and the"
                                        + " like) as lists of objects with their settings, in which are the collections of what belongs to them."));
        Fields plan = Fields.of("What an import did, or would do.")
                .flag("applied", "Whether it is done.")
                .list("changes", "PlannedChange", "Object by object.")
                .list("problems", "DefinitionProblem", "Why it can't be done; empty but with dryRun.");
        for (PlannedAction action : PlannedAction.values()) {
            plan.number(action.word() + "Count", "How many of the changes are " + action.word() + ".");
        }
        schemas.put("ImportPlan", plan.schema());
        schemas.put("PlannedChange", change());
        schemas.put(
                "PlannedAttribute",
                Fields.of("An attribute that differs.")
                        .text("attribute", "Its name.")
                        .add("from", new Schema<>(), "What it is.")
                        .add("to", new Schema<>(), "What the document says.")
                        .schema());
        schemas.put(
                "DefinitionProblem",
                Fields.of("Why a document can't be imported.")
                        .text("status", "SEMP's word.")
                        .text("code", "Its name in the catalogue of errors.")
                        .text("description", "What is wrong, with the VPN and the object.")
                        .schema());
        return schemas;
    }

    private static Schema<?> change() {
        return Fields.of("What happens to one object.")
                .oneOf(
                        "action",
                        "That. With keep and conflict it differs and stays.",
                        Arrays.stream(PlannedAction.values())
                                .map(PlannedAction::word)
                                .toArray(String[]::new))
                .text("msgVpnName", "The VPN it is in.")
                .text("collection", "The segment of paths that it is under.")
                .text("owner", "The name of the object it belongs to; absent if that is the VPN.")
                .text("name", "Its name.")
                .list("attributes", "PlannedAttribute", "Those that differ.")
                .number("deletedMsgCount", "How many messages go with it.")
                .schema();
    }
}
