package io.reprise.broker.it.bench;

/** A sender that waits when it is too far ahead of the beans. One thread. */
final class LimitedSender implements Load.Step {
    private final Sender sender;
    private final Received received;

    LimitedSender(Sender sender, Received received) {
        this.sender = sender;
        this.received = received;
    }

    @Override
    public int run() throws Exception {
        received.beforeSend();
        return sender.run();
    }

    @Override
    public void close() throws Exception {
        sender.close();
    }
}
