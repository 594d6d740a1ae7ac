package io.reprise.broker.model.definition;

import java.util.List;

/** Export and import of a broker's definitions (spec 5.3). Thread-safe; blocks for the committers of the VPNs. */
public interface BrokerDefinitions {
    /**
     * What is configured of VPNs, each as of one moment.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, or a VPN is not served here
     */
    Definitions export(List<String> vpnNames);

    /**
     * Imports a document. It is planned for all its VPNs first; with a problem anywhere nothing is done. Then each VPN is changed in one
     * transaction, one after the other: what ends it in between leaves those before it changed, and the same import again does the rest.
     *
     * @return the plan, with all problems there are, those of the document too ({@code VERSION_CONFLICT} if there is something else than
     *     was expected); not applied if there is one
     * @throws io.reprise.broker.model.error.BrokerException a VPN is not served here, its change could not be written, or {@code
     *     VERSION_CONFLICT}, it was changed after it was planned. It says which VPNs are changed already; none if it says nothing
     */
    ImportPlan importDocument(DefinitionsDocument document, ImportOptions options);
}
