package io.reprise.broker.it.crash;

import io.reprise.broker.it.campaign.Campaign;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Kills under load: 8 publishers, 15 and 5 sessions whose beans write to an XA datasource and send on. */
class CrashIT {

    /** So many messages must be acknowledged after the database is back before it is killed again. */
    private static final int PROOF_OF_LIFE = 20;

    private static CrashStack stack;

    @BeforeAll
    static void start() throws Exception {
        stack = CrashStack.start();
    }

    @AfterAll
    static void stop() {
        if (stack != null) {
            stack.close();
        }
    }

    @Test
    void everyAcknowledgedMessageIsDoneOnceWhenTheServerIsKilled() throws Exception {
        long seed = Campaign.seed();
        Random random = new Random(seed);
        List<String> publishers = new ArrayList<>();
        Ledger ledger = new Ledger(stack.applicationDatabase());

        for (int round = 1; round <= Campaign.rounds(); round++) {
            int target = Campaign.target(random);
            Campaign.say("server kill " + round + " of seed " + seed + " after " + target + " messages");
            Publishers load = Publishers.start(stack.server().httpUri(), "s" + round, random, true);
            publishers.addAll(load.names());
            load.awaitAcknowledged(target);

            stack.killServer();

            load.awaitCut();
            stack.startServerAgain();
            // In every second round the load goes on upon what the kill has left.
            if (random.nextBoolean() || round == Campaign.rounds()) {
                stack.awaitSettled();
                ledger = checked(publishers);
            }
        }

        CountCheck counts = stack.checkCounts();
        Campaign.result(
                "kill -9 of the server", Campaign.rounds(), "" + seed, ledger.summary() + "; " + counts.summary());
    }

    @Test
    void everyAcknowledgedMessageIsDoneOnceWhenTheDatabaseIsKilled() throws Exception {
        long seed = Campaign.seed();
        Random random = new Random(seed);
        Publishers load = Publishers.start(stack.server().httpUri(), "d", random, false);
        Duration longest = Duration.ZERO;

        for (int round = 1; round <= Campaign.rounds(); round++) {
            int target = Campaign.target(random);
            Campaign.say("database kill " + round + " of seed " + seed + " after " + target + " messages");
            load.awaitAcknowledged(load.acknowledged() + target);

            stack.database().kill();

            long before = load.acknowledged();
            stack.database().start();
            long up = System.nanoTime();
            load.awaitAcknowledged(before + PROOF_OF_LIFE);
            Duration back = Duration.ofNanos(System.nanoTime() - up);
            longest = back.compareTo(longest) > 0 ? back : longest;
        }

        load.stop();
        stack.awaitSettled();
        Ledger ledger = checked(load.names());
        stack.checkCounts();
        Campaign.result(
                "kill -9 of the broker's database",
                Campaign.rounds(),
                "" + seed,
                ledger.summary() + "; publishing again at most " + longest.toMillis() + " ms after the database");
    }

    @Test
    void aTransactionOfThreeResourcesIsWholeOrNotThereWhenTheServerDiesBetweenPrepareAndCommit() throws Exception {
        long seed = Campaign.seed();
        Random random = new Random(seed);
        Ledger ledger = new Ledger(stack.applicationDatabase());
        CrashPoint.Moment[] moments = CrashPoint.Moment.values();
        int rounds = Math.max(Campaign.rounds(), moments.length);

        for (int round = 1; round <= rounds; round++) {
            CrashPoint.Moment moment = moments[round % moments.length];
            int crashAt = 1 + random.nextInt(30);
            String publisher = "x" + round;
            Campaign.say("crash " + round + " of seed " + seed + " at " + moment + " of message " + crashAt);
            Files.createFile(LoadFolder.armed());

            var call = Publishers.publishFixed(stack.server().httpUri(), publisher, 30, crashAt, moment);

            stack.awaitServerEnd("the server to halt at " + moment);
            call.handle((answer, failure) -> true).join();
            stack.startServerAgain();
            stack.awaitSettled();
            ledger.check(publisher, 1, 3);
        }

        CountCheck counts = stack.checkCounts();
        Campaign.result(
                "the server dies between prepare and commit",
                rounds,
                "" + seed,
                ledger.summary() + "; " + counts.summary());
    }

    private static Ledger checked(List<String> publishers) throws Exception {
        Ledger ledger = new Ledger(stack.applicationDatabase());
        for (String publisher : publishers) {
            ledger.check(publisher, Publishers.batch(publisher), 1);
        }
        return ledger;
    }
}
