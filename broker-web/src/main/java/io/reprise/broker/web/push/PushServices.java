package io.reprise.broker.web.push;

import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.PushBoard;
import io.reprise.broker.web.settings.AllowedTargets;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * What every delivery point works with.
 *
 * @param executor the server's, for all that may block
 */
record PushServices(
        HttpPoster poster,
        HostResolver resolver,
        AllowedTargets allowed,
        Executor executor,
        InstantSource clock,
        PushBoard board,
        Alarms alarms) {}
