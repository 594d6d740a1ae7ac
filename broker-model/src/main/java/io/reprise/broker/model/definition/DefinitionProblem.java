package io.reprise.broker.model.definition;

import io.reprise.broker.model.error.ErrorCode;

/**
 * Why a document can't be imported.
 *
 * @param text for people, with the VPN and the object
 */
public record DefinitionProblem(ErrorCode code, String text) {}
