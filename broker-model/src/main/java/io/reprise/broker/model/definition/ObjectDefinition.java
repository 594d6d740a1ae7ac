package io.reprise.broker.model.definition;

import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.settings.AttributeValues;

/** An object of a VPN as a document has it. */
public record ObjectDefinition(ObjectName name, AttributeValues values) {}
