package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What of the client library comes along; the other tests of this package run the same way. */
final class LibraryFootprintTest extends ClientFixture {
    @Test
    void runsWithoutNettyAndProton() {
        assertThatThrownBy(() -> Class.forName("io.netty.buffer.ByteBuf")).isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> Class.forName("org.apache.qpid.proton.engine.Connection"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void connectionHasOneThreadOfItsOwnWithTheLoaderOfTheAdapter() throws JMSException {
        Thread.currentThread().setContextClassLoader(new ClassLoader(getClass().getClassLoader()) {});
        try (var another = factory.createConnection()) {
            another.start();
            another.createSession(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);

            Set<Thread> threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName()
                            .contains(((RepriseConnection) another).getId().toString()))
                    .collect(Collectors.toSet());

            assertThat(threads).hasSize(1).allSatisfy(thread -> {
                assertThat(thread.getContextClassLoader()).isSameAs(RepriseConnection.class.getClassLoader());
                assertThat(thread.isDaemon()).isTrue();
            });
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }
    }
}
