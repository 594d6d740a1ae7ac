package io.reprise.broker.it.adapter;

import io.reprise.broker.it.server.ServerManagement;
import io.reprise.broker.it.suite.BrokerEar;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;

/** Destinations in the server's JNDI, as an administrator defines them for all applications, before the broker is deployed. */
final class AdministeredObjects {
    private static final String[] ADAPTER = {"subsystem", "resource-adapters", "resource-adapter", "reprise"};

    private final ServerManagement management;

    AdministeredObjects(ServerManagement management) {
        this.management = management;
        ModelNode add = Operations.createAddOperation(Operations.createAddress(ADAPTER));
        add.get("archive").set(BrokerEar.ADAPTER);
        add.get("transaction-support").set("XATransaction");
        management.call(add);
    }

    AdministeredObjects queue(String jndiName, String name) {
        return define("io.reprise.broker.ra.jms.RepriseQueue", jndiName, name);
    }

    AdministeredObjects topic(String jndiName, String name) {
        return define("io.reprise.broker.ra.jms.RepriseTopic", jndiName, name);
    }

    private AdministeredObjects define(String className, String jndiName, String name) {
        String key = jndiName.substring(jndiName.lastIndexOf('/') + 1);
        ModelNode add = Operations.createAddOperation(address("admin-objects", key));
        add.get("class-name").set(className);
        add.get("jndi-name").set(jndiName);
        management.call(add);
        ModelNode property = Operations.createAddOperation(address("admin-objects", key, "config-properties", "name"));
        property.get("value").set(name);
        management.call(property);
        return this;
    }

    private static ModelNode address(String... more) {
        String[] all = new String[ADAPTER.length + more.length];
        System.arraycopy(ADAPTER, 0, all, 0, ADAPTER.length);
        System.arraycopy(more, 0, all, ADAPTER.length, more.length);
        return Operations.createAddress(all);
    }
}
