package io.reprise.broker.it.bench;

import io.reprise.broker.it.suite.SubjectClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes to all subjects in turn, at a steady pace. A subject belongs to one thread, which counts its messages ({@link SubjectStream#content}).
 * Runs one at a time.
 */
final class SubjectLoad {
    private static final int PUBLISHERS = 4;

    private final SubjectClient client;
    private final AtomicLongArray published;

    SubjectLoad(SubjectClient client, int subjects) {
        this.client = client;
        this.published = new AtomicLongArray(subjects);
    }

    /** How messages are published. */
    enum Quality {
        GUARANTEED,
        STANDARD
    }

    /** So many a second, of all subjects together; returns when that time is over and all is published. */
    void run(Quality quality, double perSecond, Duration length) throws Exception {
        int threads = Math.min(PUBLISHERS, published.length());
        long intervalNanos = (long) (threads * 1e9 / perSecond);
        AtomicInteger next = new AtomicInteger();
        new Load(threads, Window.after(Duration.ZERO, length))
                .run(Thread::new, () -> new Publisher(next.getAndIncrement(), threads, quality, intervalNanos));
    }

    /** Messages published to a subject so far. */
    long published(int subject) {
        return published.get(subject);
    }

    private final class Publisher implements Load.Step {
        private final int first;
        private final int step;
        private final Quality quality;
        private final long intervalNanos;
        private int subject;
        private long due;

        Publisher(int first, int step, Quality quality, long intervalNanos) {
            this.first = first;
            this.step = step;
            this.quality = quality;
            this.intervalNanos = intervalNanos;
            this.subject = whereTheLastRunEnded();
            this.due = System.nanoTime() + intervalNanos * first / step;
        }

        /** So that every subject has its turn, also of short runs. */
        private int whereTheLastRunEnded() {
            for (int own = first; own < published.length(); own += step) {
                if (published.get(own) < published.get(first)) {
                    return own;
                }
            }
            return first;
        }

        @Override
        public int run() {
            long early = due - System.nanoTime();
            while (early > 0) {
                LockSupport.parkNanos(early);
                early = due - System.nanoTime();
            }
            publish(SubjectStreams.subject(subject), published.incrementAndGet(subject));
            due += intervalNanos;
            subject += step;
            if (subject >= published.length()) {
                subject = first;
            }
            return 1;
        }

        private void publish(String topic, long number) {
            String content = SubjectStream.content(number, System.nanoTime());
            switch (quality) {
                case GUARANTEED -> client.publish(topic, content);
                case STANDARD -> client.publishStandard(topic, content);
            }
        }
    }
}
