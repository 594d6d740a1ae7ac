package io.reprise.broker.ra.jms;

import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.ra.live.LiveWish;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The options by which a consumer's destination asks for live messages [spec 3.4]. One thread. */
final class LiveOptions {
    static final List<String> NAMES = List.of(
            LiveWish.TOPIC_DELIVERY,
            LiveWish.SNAPSHOT,
            LiveWish.HISTORY,
            LiveWish.CONFLATE,
            LiveWish.EPOCH,
            LiveWish.SEQ);

    private final Map<String, String> given;
    /** Makes the exception for what was found and what is allowed. */
    private final BiFunction<String, String, RuntimeException> refusal;

    private LiveOptions(Map<String, String> given, BiFunction<String, String, RuntimeException> refusal) {
        this.given = given;
        this.refusal = refusal;
    }

    /** What is wanted; empty if none of them is given, or the one that says that it is not live. */
    static Optional<LiveWish> read(Map<String, String> given, BiFunction<String, String, RuntimeException> refusal) {
        return NAMES.stream().anyMatch(given::containsKey) ? new LiveOptions(given, refusal).read() : Optional.empty();
    }

    private Optional<LiveWish> read() {
        boolean direct = isDirect();
        boolean snapshot = flag(LiveWish.SNAPSHOT, true);
        int history = (int) number(LiveWish.HISTORY, Integer.MAX_VALUE);
        Duration conflation = Duration.ofMillis(number(LiveWish.CONFLATE, Integer.MAX_VALUE));
        Optional<SubjectPosition> position = position();
        if (!direct) {
            return Optional.empty();
        }
        if (!snapshot && (history > 0 || position.isPresent())) {
            throw refusal.apply(
                    LiveWish.SNAPSHOT + "=false with " + LiveWish.HISTORY + " or " + LiveWish.EPOCH, "one of them");
        }
        if (history > 0 && position.isPresent()) {
            throw refusal.apply(LiveWish.HISTORY + " with " + LiveWish.EPOCH, "one of them");
        }
        LiveWish otherwise = LiveWish.of(history, snapshot, conflation);
        return Optional.of(position.map(after -> new LiveWish(new LiveStart.AfterPosition(after), conflation))
                .orElse(otherwise));
    }

    private boolean isDirect() {
        String mode = given.get(LiveWish.TOPIC_DELIVERY);
        if (mode == null || mode.equals(LiveWish.DIRECT)) {
            return true;
        }
        if (!mode.equals(LiveWish.GUARANTEED)) {
            throw refused(LiveWish.TOPIC_DELIVERY, mode, LiveWish.GUARANTEED + ", " + LiveWish.DIRECT);
        }
        if (given.keySet().stream().anyMatch(name -> NAMES.contains(name) && !name.equals(LiveWish.TOPIC_DELIVERY))) {
            throw refusal.apply(
                    LiveWish.TOPIC_DELIVERY + "=" + mode + " with others that are a live subscriber's", "one of them");
        }
        return false;
    }

    private Optional<SubjectPosition> position() {
        String epoch = given.get(LiveWish.EPOCH);
        String seq = given.get(LiveWish.SEQ);
        if ((epoch == null) != (seq == null)) {
            throw refusal.apply(
                    (epoch == null ? LiveWish.EPOCH : LiveWish.SEQ) + " is missing",
                    LiveWish.EPOCH + " with " + LiveWish.SEQ);
        }
        return epoch == null
                ? Optional.empty()
                : Optional.of(new SubjectPosition(
                        number(LiveWish.EPOCH, Long.MAX_VALUE), number(LiveWish.SEQ, Long.MAX_VALUE)));
    }

    private boolean flag(String name, boolean otherwise) {
        String value = given.get(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw refused(name, value, "true, false");
        }
        return value.equals("true");
    }

    /** 0 if it is not given. */
    private long number(String name, long max) {
        String value = given.get(name);
        if (value == null) {
            return 0;
        }
        Long number = wholeNumber(value);
        if (number == null || number < 0 || number > max) {
            throw refused(name, value, "0–" + max);
        }
        return number;
    }

    private static @Nullable Long wholeNumber(String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private RuntimeException refused(String name, String value, String allowed) {
        return refusal.apply(name + "='" + value + "'", allowed);
    }
}
