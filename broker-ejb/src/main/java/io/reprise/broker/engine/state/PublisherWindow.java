package io.reprise.broker.engine.state;

import io.reprise.broker.model.message.MalformedWireException;
import java.util.Arrays;

/**
 * Which of a publisher's sequences were accepted: the highest, and which of the 1,024 below it [spec 1.2]. Not thread-safe.
 */
public final class PublisherWindow {
    /** How many sequences below the highest are remembered one by one. */
    public static final int WIDTH = 1024;

    private static final int WORDS = WIDTH / Long.SIZE;

    /** Bit {@code s % WIDTH} tells of sequence {@code s}, for the WIDTH sequences below the highest, which was accepted itself. */
    private final long[] accepted;

    private long highest;
    final long asOf;

    PublisherWindow() {
        this(-1, new long[WORDS], 0);
    }

    private PublisherWindow(long highest, long[] accepted, long asOf) {
        this.highest = highest;
        this.accepted = accepted;
        this.asOf = asOf;
    }

    static PublisherWindow load(long highest, byte[] window, long asOf) {
        if (window.length > WIDTH / Byte.SIZE) {
            throw new MalformedWireException("publisher window of " + window.length + " bytes");
        }
        long[] words = new long[WORDS];
        for (int i = 0; i < window.length; i++) {
            words[i / Long.BYTES] |= (window[i] & 0xFFL) << 8 * (i % Long.BYTES);
        }
        return new PublisherWindow(highest, words, asOf);
    }

    /** What is known of a sequence. */
    public enum Known {
        /** Not accepted yet. */
        NEW,
        /** Accepted before. */
        ACCEPTED,
        /** Below the window: whether it was seen is no longer known. */
        BELOW_WINDOW
    }

    /** What is known of {@code sequence}. */
    public Known known(long sequence) {
        if (sequence >= highest) {
            return sequence == highest ? Known.ACCEPTED : Known.NEW;
        }
        if (sequence < highest - WIDTH) {
            return Known.BELOW_WINDOW;
        }
        return isSet(sequence) ? Known.ACCEPTED : Known.NEW;
    }

    void accept(long sequence) {
        if (sequence > highest) {
            raise(sequence);
        } else if (sequence >= highest - WIDTH && sequence < highest) {
            accepted[word(sequence)] |= bit(sequence);
        }
    }

    private void raise(long sequence) {
        // no sum or difference here may pass the largest long: it is a sequence like any other
        if (sequence - WIDTH > highest) {
            Arrays.fill(accepted, 0);
        } else {
            for (long passed = Math.max(0, highest); passed < sequence; passed++) {
                accepted[word(passed)] &= ~bit(passed);
            }
            if (highest >= 0) {
                accepted[word(highest)] |= bit(highest);
            }
        }
        highest = sequence;
    }

    long highest() {
        return highest;
    }

    byte[] serialize() {
        byte[] window = new byte[WIDTH / Byte.SIZE];
        for (int i = 0; i < window.length; i++) {
            window[i] = (byte) (accepted[i / Long.BYTES] >>> 8 * (i % Long.BYTES));
        }
        return window;
    }

    private boolean isSet(long sequence) {
        return (accepted[word(sequence)] & bit(sequence)) != 0;
    }

    private static int word(long sequence) {
        return (int) (sequence % WIDTH) / Long.SIZE;
    }

    private static long bit(long sequence) {
        return 1L << sequence % Long.SIZE;
    }
}
