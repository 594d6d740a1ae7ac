package io.reprise.broker.web.semp;

import java.util.Map;

/**
 * One object of a collection.
 *
 * @param name by which the collection is ordered
 * @param attributes by name: Boolean, Long or String
 * @param links by name, e.g. {@code uri}
 */
public record Row(String name, Map<String, Object> attributes, Map<String, String> links) {}
