package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.definition.DefinitionsReader;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.OnConflict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A broker in a process of its own that imports a document, to be killed when it has made a VPN and not yet put anything into it. */
final class ImportingProcess implements AutoCloseable {
    private static final String BETWEEN = "between";

    private final Process process;

    private ImportingProcess(Process process) {
        this.process = process;
    }

    /** Returns when it has made that VPN, and goes no further. */
    static ImportingProcess start(String url, String user, String password, Path document, String made)
            throws IOException {
        Process process = ChildJvm.start(ImportingProcess.class, url, user, password, document.toString(), made);
        String said = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (!BETWEEN.equals(said)) {
            process.destroyForcibly();
            throw new IOException("The process said " + said);
        }
        return new ImportingProcess(process);
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** Arguments: URL, user, password, document, VPN. */
    public static void main(String[] args) throws IOException {
        TestBroker broker = TestBroker.on(args[0], args[1], args[2]);
        Logger log = Logger.getLogger(VpnLife.class.getName());
        log.addHandler(new StopWhenServed(args[4]));
        byte[] text = Files.readAllBytes(Path.of(args[3]));
        broker.broker
                .definitions()
                .importDocument(DefinitionsReader.read(text, args[3]), ImportOptions.of(OnConflict.FAIL));
        System.out.println("imported all of it");
        System.out.flush();
    }

    /** The thread that says that the VPN is served says no more. */
    private static final class StopWhenServed extends Handler {
        private final String vpn;

        StopWhenServed(String vpn) {
            this.vpn = vpn;
        }

        @Override
        public void publish(@Nullable LogRecord said) {
            Object[] words = said == null ? null : said.getParameters();
            if (said != null
                    && words != null
                    && words.length > 0
                    && words[0].equals(vpn)
                    && said.getMessage().contains("is active")) {
                System.out.println(BETWEEN);
                System.out.flush();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
