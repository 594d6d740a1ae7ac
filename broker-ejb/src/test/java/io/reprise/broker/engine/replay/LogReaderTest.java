package io.reprise.broker.engine.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.replay.LogReader.Page;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.model.store.LogEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The replay log as it is read: in order in both directions, whatever lies between, is damaged, or leaves it meanwhile. */
class LogReaderTest {
    private static final long ALL = Long.MAX_VALUE;
    private static final int SIZE_BYTES = 100;

    private final InMemoryVpnStore store = InMemoryVpnStore.create("v");
    private final VpnState state = new VpnState();
    private final LogReader reader = new LogReader(store, state.entries());
    private final List<Long> logged = new ArrayList<>();

    LogReaderTest() {
        state.apply(store.openingCommitNo(), EntryCodec.decode(EntryCodec.openingHead(1)), 0);
    }

    /** Commits messages that are logged or not; the entry's number. */
    private long commit(boolean... areLogged) {
        List<MessageSlot> slots = new ArrayList<>();
        for (boolean isLogged : areLogged) {
            long msgId = state.lastMsgId() + 1 + slots.size();
            slots.add(slot(msgId, "a", isLogged));
            if (isLogged) {
                logged.add(msgId);
            }
        }
        return commit(slots);
    }

    private MessageSlot slot(long msgId, String topic, boolean isLogged) {
        long time = state.lastTimeMillis() + 10;
        return new MessageSlot(msgId, topic, SIZE_BYTES, 4, true, isLogged, time, 0, List.of(), BodyLocation.NOWHERE);
    }

    private long commit(List<MessageSlot> slots, Effect... effects) {
        long commitNo = state.lastCommitNo() + 1;
        long count = slots.stream().filter(MessageSlot::logged).count();
        EntryHead head = new EntryHead(
                slots.isEmpty()
                        ? state.lastMsgId()
                        : slots.get(slots.size() - 1).msgId(),
                state.lastTimeMillis() + 10,
                state.log().loggedCount() + count,
                state.log().loggedBytes() + count * SIZE_BYTES,
                slots,
                List.of(effects));
        byte[] bytes = EntryCodec.encode(head);
        store.append(new LogEntry("v", commitNo, store.epoch(), commitNo, 0, 0, 0, 0, 0, bytes, new byte[0]));
        state.apply(commitNo, head, 0);
        return commitNo;
    }

    private void trim(long throughMsgId) {
        List<Long> gone = logged.stream().filter(id -> id <= throughMsgId).toList();
        logged.removeAll(gone);
        long count = state.log().trimmedCount() + gone.size();
        commit(List.of(), new Trimmed(throughMsgId, count, count * SIZE_BYTES));
    }

    private List<Long> walkUp(long from, long through) {
        List<Long> ids = new ArrayList<>();
        Page page = reader.after(from, through);
        page.slots().forEach(slot -> ids.add(slot.msgId()));
        while (!page.isLast()) {
            page = reader.after(page.scannedThroughMsgId(), through);
            page.slots().forEach(slot -> ids.add(slot.msgId()));
        }
        assertThat(page.scannedThroughMsgId()).isEqualTo(through);
        return ids;
    }

    private List<Long> walkDown(long from) {
        List<Long> ids = new ArrayList<>();
        Page page = reader.before(from);
        page.slots().forEach(slot -> ids.add(slot.msgId()));
        while (!page.isLast()) {
            page = reader.before(page.scannedThroughMsgId());
            page.slots().forEach(slot -> ids.add(slot.msgId()));
        }
        return ids;
    }

    private static List<Long> reversed(List<Long> ids) {
        List<Long> result = new ArrayList<>(ids);
        Collections.reverse(result);
        return result;
    }

    @Test
    void readsNothingOfAnEmptyLog() {
        commit(false, false);

        assertThat(walkUp(0, ALL)).isEmpty();
        assertThat(walkDown(ALL)).isEmpty();
        assertThat(reader.isLogged(1)).isFalse();
        assertThat(reader.firstMsgIdAtOrAfter(0)).isZero();
    }

    @Test
    void readsWhatIsLoggedInOrderInBothDirectionsAndNothingElse() {
        Random random = new Random(4);
        for (int i = 0; i < 1_000; i++) {
            boolean[] areLogged = new boolean[random.nextInt(4)];
            for (int j = 0; j < areLogged.length; j++) {
                areLogged[j] = random.nextInt(3) > 0;
            }
            commit(areLogged);
        }
        trim(logged.get(100));

        assertThat(walkUp(0, ALL)).isEqualTo(logged);
        assertThat(walkDown(ALL)).isEqualTo(reversed(logged));
        long from = logged.get(321);
        long to = logged.get(654);
        assertThat(walkUp(from, to)).isEqualTo(logged.subList(322, 655));
        assertThat(walkUp(from - 1, to - 1)).isEqualTo(logged.subList(321, 654));
        assertThat(walkDown(to)).isEqualTo(reversed(logged.subList(0, 654)));
        for (long id = 1; id <= state.lastMsgId(); id++) {
            assertThat(reader.isLogged(id)).as("message %d logged", id).isEqualTo(logged.contains(id));
        }
    }

    @Test
    void readsNoMoreOfAPageThanItHasRoomFor() {
        String longTopic = "t".repeat(250);
        for (int i = 0; i < 3; i++) {
            List<MessageSlot> slots = new ArrayList<>();
            for (int j = 0; j < 2_000; j++) {
                slots.add(slot(state.lastMsgId() + 1 + j, longTopic, true));
            }
            commit(slots);
        }

        Page first = reader.after(0, ALL);

        assertThat(first.slots()).hasSize(2_000);
        assertThat(first.isLast()).isFalse();
        assertThat(walkUp(0, ALL)).hasSize(6_000);
        assertThat(walkDown(ALL)).hasSize(6_000).startsWith(6_000L, 5_999L).endsWith(2L, 1L);
    }

    /** [LOG.md L11] */
    @Test
    void aDamagedHeadLosesItsOwnMessagesOnly() {
        commit(true, true);
        long damaged = commit(true, false, true);
        long missing = commit(true);
        commit(true);
        LogEntry intact = store.readHeads(damaged, damaged).get(0);
        byte[] head = intact.head().clone();
        head[5] ^= 1;
        store.rewriteEntry(new LogEntry("v", damaged, 1, intact.nonce(), 0, 0, 0, 0, 0, head, new byte[0]));
        store.deleteEntries(List.of(missing));

        Page page = reader.after(0, ALL);

        assertThat(page.slots()).extracting(MessageSlot::msgId).containsExactly(1L, 2L, 7L);
        assertThat(page.lostMsgs()).isEqualTo(3);
        assertThat(walkUp(0, ALL)).containsExactly(1L, 2L, 7L);
        assertThat(walkDown(ALL)).containsExactly(7L, 2L, 1L);
        assertThat(reader.isLogged(3)).isFalse();
    }

    @Test
    void goesOnWhereItWasWhenWhatItHasReadIsTrimmedAndReclaimed() {
        for (int i = 0; i < 300; i++) {
            commit(true);
        }
        Page first = reader.after(0, ALL);
        long next = first.scannedThroughMsgId();

        trim(next + 50);
        store.deleteEntries(state.entries().dead(Long.MAX_VALUE, 1_000));

        assertThat(walkUp(next, ALL)).isEqualTo(logged).startsWith(next + 51);
        assertThat(walkDown(next + 60))
                .containsExactly(
                        next + 59, next + 58, next + 57, next + 56, next + 55, next + 54, next + 53, next + 52,
                        next + 51);
    }

    @Test
    void startsAtAnInstantWithAllThatWasTakenInThen() {
        commit(true);
        commit(false, true, true);
        commit(true);

        long instant = 20;
        assertThat(reader.firstMsgIdAtOrAfter(instant - 9)).isEqualTo(3);
        assertThat(reader.firstMsgIdAtOrAfter(instant)).isEqualTo(3);
        assertThat(reader.firstMsgIdAtOrAfter(instant + 1)).isEqualTo(5);
        assertThat(reader.firstMsgIdAtOrAfter(instant + 11)).isZero();
        assertThat(reader.count(0, ALL)).isEqualTo(4);
        assertThat(reader.count(3, 4)).isEqualTo(2);
    }
}
