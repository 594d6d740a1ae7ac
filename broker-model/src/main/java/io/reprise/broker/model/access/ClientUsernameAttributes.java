package io.reprise.broker.model.access;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;

/** Every setting of a client username (spec 5.4); {@code docs/object-settings.md} comes from here. */
public final class ClientUsernameAttributes {
    /** All of them. */
    public static final AttributeList ALL = new AttributeList("client username");

    public static final Attribute<String> ACL_PROFILE = ALL.declare(
            "aclProfileName",
            new AttributeType.Text(32),
            "",
            ClientIdentity.DEFAULT_USERNAME,
            "The ACL profile that says what it may publish and subscribe.");
    public static final Attribute<Boolean> ENABLED =
            ALL.declare("enabled", new AttributeType.Flag(), "", false, "Whether it may do anything at all.");
    public static final Attribute<Boolean> PERMISSION_OVERRIDE = ALL.declare(
            "guaranteedEndpointPermissionOverrideEnabled",
            new AttributeType.Flag(),
            "",
            false,
            "Whether it may use every endpoint as its owner may, whatever the endpoint's permission.");

    private ClientUsernameAttributes() {}
}
