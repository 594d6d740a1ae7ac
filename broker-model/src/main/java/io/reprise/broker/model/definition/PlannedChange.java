package io.reprise.broker.model.definition;

import java.util.List;

/**
 * What an import does to one object.
 *
 * @param vpn the VPN it is in
 * @param collection the segment of paths that it is under, e.g. {@code queues}
 * @param owner the name of the object it belongs to; empty if that is the VPN
 * @param attributes that differ; those of an object that is created are the document's
 * @param messages how many go with it when it is deleted
 */
public record PlannedChange(
        String vpn,
        String collection,
        String owner,
        String name,
        PlannedAction action,
        List<AttributeChange> attributes,
        long messages) {}
