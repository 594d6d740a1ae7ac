package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A broker in a process of its own, to be killed while it moves a message to the dead message queue. */
final class MovingProcess implements AutoCloseable {
    private static final String PRESENTED = "presented";

    private final Process process;

    private MovingProcess(Process process) {
        this.process = process;
    }

    /** Returns when its consumer has the queue's first message. */
    static MovingProcess start(String url, String user, String password, String queue) throws IOException {
        Process process = ChildJvm.start(MovingProcess.class, url, user, password, queue);
        String said = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (!PRESENTED.equals(said)) {
            process.destroyForcibly();
            throw new IOException("The process said " + said);
        }
        return new MovingProcess(process);
    }

    /** Has its consumer fail: what that was the last attempt of is on its way. */
    void fail() throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** Arguments: URL, user, password, queue. */
    public static void main(String[] args) throws IOException {
        TestBroker broker = TestBroker.on(args[0], args[1], args[2]);
        DeliverySession session = broker.consume(args[3]);
        Delivery delivery = session.receive(Duration.ofSeconds(20));
        if (delivery == null) {
            throw new IllegalStateException("Nothing came from " + args[3]);
        }
        System.out.println(PRESENTED);
        System.out.flush();
        while (System.in.read() >= 0) {
            session.release(delivery);
        }
    }
}
