package io.reprise.broker.model.definition;

import java.util.List;

/**
 * A document as it was read: what could be, and what is wrong with the rest. It is imported only if nothing is.
 *
 * @param readable without the entries that could not be read
 */
public record DefinitionsDocument(Definitions readable, List<DefinitionProblem> problems) {}
