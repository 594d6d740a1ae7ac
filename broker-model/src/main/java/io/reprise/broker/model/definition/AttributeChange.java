package io.reprise.broker.model.definition;

/**
 * An attribute that differs.
 *
 * @param name as in the management API
 * @param from what it is, as JSON: Boolean, Long, String
 * @param to what the document says
 */
public record AttributeChange(String name, Object from, Object to) {}
