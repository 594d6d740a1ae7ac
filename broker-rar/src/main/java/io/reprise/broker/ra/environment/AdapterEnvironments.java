package io.reprise.broker.ra.environment;

import jakarta.resource.ResourceException;

/** The adapter, as connections see it: each start gives it a new environment. */
public interface AdapterEnvironments {
    /** The environment of this life. @throws ResourceException if it has not started */
    AdapterEnvironment environment() throws ResourceException;
}
