package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsDocument;
import io.reprise.broker.model.definition.DefinitionsReader;
import io.reprise.broker.model.definition.DefinitionsWriter;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.OnConflict;
import jakarta.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Documents as tests write them. Stateless. */
final class DefinitionTexts {
    static final ImportOptions FAIL = ImportOptions.of(OnConflict.FAIL);
    static final ImportOptions REPLACE = ImportOptions.of(OnConflict.REPLACE);
    static final ImportOptions KEEP = ImportOptions.of(OnConflict.KEEP);
    static final ImportOptions DRY_RUN = new ImportOptions(true, false, false, OnConflict.FAIL, Optional.empty());
    static final ImportOptions PRUNE = new ImportOptions(false, true, false, OnConflict.REPLACE, Optional.empty());
    static final ImportOptions PRUNE_MESSAGES =
            new ImportOptions(false, true, true, OnConflict.REPLACE, Optional.empty());

    private DefinitionTexts() {}

    static String text(Definitions definitions) {
        return Json.createObjectBuilder(DefinitionsWriter.toMap(definitions))
                .build()
                .toString();
    }

    /** @param text in which ' stands for a quotation mark */
    static DefinitionsDocument document(String text) {
        return DefinitionsReader.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), "the document");
    }

    /** Of VPN default alone. */
    static DefinitionsDocument ofDefault(String members) {
        return document("{'definitionsVersion':1,'msgVpns':[{'msgVpnName':'default'" + members + "}]}");
    }
}
