package io.reprise.broker.it.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.ErrorCode;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every error of the catalogue is provoked over HTTP, or it is said here why requests alone can't do that. */
class ErrorTableTest {
    private static final String MESSAGING = "of transactions and consumers of Jakarta Messaging; no request has them";
    private static final String AT_START = "why a VPN does not start, told in health and log; requests get vpn-down";
    private static final String DAMAGE = "takes a damaged database: DamageErrorsIT, and the engine's tests";
    private static final String OUTAGE =
            "takes a database that is gone, a start or another broker: OutageErrorsIT, where chance says which of them";

    private static final Map<ErrorCode, String> NOT_BY_REQUESTS = new EnumMap<>(Map.ofEntries(
            Map.entry(
                    ErrorCode.SUBSCRIPTION_LIMIT,
                    "takes 5,000,000 subscriptions; RoutingTable's own tests set a limit"),
            Map.entry(ErrorCode.TOO_MANY_CONNECTIONS, "takes 10,000 connections; SubscribeTest sets a limit"),
            Map.entry(ErrorCode.INTERNAL_ERROR, "takes a fault of the broker; HealthTest has one"),
            Map.entry(ErrorCode.DIRECT_IN_TRANSACTION, MESSAGING),
            Map.entry(
                    ErrorCode.NOT_STORED,
                    "takes a database that refuses an entry for good; the committer's tests have one"),
            Map.entry(
                    ErrorCode.BACK_PRESSURE,
                    "takes more than the database stores for 30 s; the committer's tests have that"),
            Map.entry(ErrorCode.VPN_STARTING, OUTAGE),
            Map.entry(ErrorCode.VPN_DOWN, OUTAGE),
            Map.entry(ErrorCode.OUTCOME_UNKNOWN, OUTAGE),
            Map.entry(ErrorCode.DATABASE_UNAVAILABLE, OUTAGE),
            Map.entry(ErrorCode.STEPPED_DOWN, OUTAGE),
            Map.entry(ErrorCode.LIVE_OWNER_EXISTS, AT_START),
            Map.entry(ErrorCode.BAD_DATABASE_SETTINGS, AT_START),
            Map.entry(ErrorCode.DATABASE_ACCESS_REFUSED, AT_START),
            Map.entry(ErrorCode.LOG_INCOMPLETE, AT_START),
            Map.entry(ErrorCode.CORRUPT_ENTRY_HEAD, DAMAGE),
            Map.entry(ErrorCode.CORRUPT_CHECKPOINT, DAMAGE),
            Map.entry(ErrorCode.CORRUPT_BODY, DAMAGE),
            Map.entry(ErrorCode.CONSUMER_ENDED, "told a moment after the broker ends a consumer; ReceiveTest has one"),
            Map.entry(
                    ErrorCode.ENDPOINT_DELETED,
                    "told to a consumer of Jakarta Messaging; one over HTTP is told consumer-ended"),
            Map.entry(ErrorCode.XA_UNKNOWN_BRANCH, MESSAGING),
            Map.entry(ErrorCode.XA_DUPLICATE_BRANCH, MESSAGING),
            Map.entry(ErrorCode.XA_PROTOCOL, MESSAGING),
            Map.entry(
                    ErrorCode.REPLAY_TEMPORARY_ENDPOINT,
                    "takes an application that holds a temporary queue; the engine's tests have one"),
            Map.entry(ErrorCode.REPLAY_BROWSER, MESSAGING),
            Map.entry(ErrorCode.REPLAY_NOT_ACTIVE_FLOW, MESSAGING)));

    @Test
    void hasEachErrorOfTheCatalogueOnce() {
        Set<ErrorCode> provoked =
                Provocation.all().stream().map(Provocation::code).collect(Collectors.toSet());

        Set<ErrorCode> missing = new HashSet<>(Set.of(ErrorCode.values()));
        missing.removeAll(provoked);
        missing.removeAll(NOT_BY_REQUESTS.keySet());
        assertThat(missing)
                .as("provoke it over HTTP in Provocation.all(), or say in this class why requests can't")
                .isEmpty();
        assertThat(provoked).doesNotContainAnyElementsOf(NOT_BY_REQUESTS.keySet());
    }
}
