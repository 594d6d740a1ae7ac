package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.state.EntryGenerator.Profile;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fold beside a naive model of it, equal after each of the first 500 random entries, then after each tenth. */
class VpnStateModelTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void foldsSmallEntriesAsTheModelDoes(long seed) {
        compare(Profile.SMALL, seed, 1_500);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void foldsIdsFarApartAsTheModelDoes(long seed) {
        compare(Profile.FAR_APART, seed, 1_500);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void foldsFullChunksAsTheModelDoes(long seed) {
        compare(Profile.DENSE, seed, 300);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void foldsEntriesWithoutMessagesAsTheModelDoes(long seed) {
        compare(Profile.IDLE, seed, 3_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void foldsTheReplayLogAsTheModelDoes(long seed) {
        compare(Profile.LOGGED, seed, 1_500);
    }

    private static void compare(Profile profile, long seed, int entries) {
        NaiveVpn model = new NaiveVpn();
        VpnState state = new VpnState();
        EntryGenerator generator = new EntryGenerator(new Random(seed), profile, model);
        for (int commitNo = 1; commitNo <= entries; commitNo++) {
            EntryHead head = generator.next();
            model.apply(commitNo, head, 100);
            state.apply(commitNo, EntryCodec.decode(EntryCodec.encode(head)), 100);
            if (commitNo > 500 && commitNo % 10 != 0) {
                continue; // the model counts everything anew: slow once there is much
            }
            try {
                StateAssertions.assertSame(model, state);
            } catch (AssertionError e) {
                throw new AssertionError(
                        "profile " + profile.name() + ", seed " + seed + ", after entry " + commitNo + ": " + head, e);
            }
        }
    }
}
