package io.reprise.broker.it.run;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The main class of {@code mvn -Prun verify}. Its exit status tells whether every count of the demonstration matched. */
public final class RunReprise {

    /** Held, or the levels set on them would be lost with them. */
    private static final List<Logger> TALKATIVE =
            List.of(Logger.getLogger("org.jboss"), Logger.getLogger("org.xnio"), Logger.getLogger("org.wildfly"));

    private RunReprise() {}

    public static void main(String[] arguments) {
        TALKATIVE.forEach(logger -> logger.setLevel(Level.WARNING));
        PrintStream out = System.out;
        CountDownLatch stopping = new CountDownLatch(1);
        Stack stack = new Stack(out);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stack.closeAnd(stopping::countDown), "stop Reprise"));
        if (!succeeds(stack, out, stopping)) {
            System.exit(1);
        }
    }

    private static boolean succeeds(Stack stack, PrintStream out, CountDownLatch stopping) {
        try {
            RunOptions options = RunOptions.of(System.getProperties());
            boolean matched = stack.start(options);
            if (options.exit()) {
                stack.close();
                return matched;
            }
            stack.sayWhereToLook();
            stopping.await();
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return true;
        } catch (RuntimeException failure) {
            if (stopping.getCount() > 0) {
                out.println("Reprise can't run: " + failure.getMessage());
            }
            return false;
        }
    }
}
