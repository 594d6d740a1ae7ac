package io.reprise.broker.model.management;

import java.time.Instant;
import java.util.Optional;

/**
 * An alarm that holds, or held a while ago.
 *
 * @param vpnName where
 * @param subject what has it, for people; empty for the VPN itself
 * @param detail what is the matter
 * @param since since when
 * @param cleared when it ended; empty while it holds
 */
public record AlarmView(
        AlarmCode code, String vpnName, String subject, String detail, Instant since, Optional<Instant> cleared) {}
