package io.reprise.broker.web.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways around the list of what an administrator of the server allows, none of which leads anywhere (spec 5.2). */
class ForbiddenTargetsTest extends PushStage {
    private final ProxySelector proxies = ProxySelector.getDefault();
    private final WebHook proxy = new WebHook();

    @AfterEach
    void restore() {
        ProxySelector.setDefault(proxies);
        List.of("http.proxyHost", "http.proxyPort", "https.proxyHost", "https.proxyPort")
                .forEach(System::clearProperty);
        proxy.close();
    }

    /** All the world and the name itself are allowed, but not this machine. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.1",
                "127.0.0.01",
                "127.9.9.9",
                "2130706433",
                "0x7f000001",
                "0x7f.0.0.1",
                "017700000001",
                "localhost",
                "LOCALHOST",
                "::1",
                "0:0:0:0:0:0:0:1",
                "::ffff:127.0.0.1",
                "::ffff:7f00:1",
                "::127.0.0.1",
                "0.0.0.0",
                "0",
                "::",
            })
    void noSpellingOfThisMachineIsPostedTo(String host) {
        queue.put(text("an order"));
        configure(hook.port(), Map.of("remoteHost", host, "maxPostWaitTime", 1L));

        start("0.0.0.0/0,[::/0]" + (host.matches("[a-zA-Z0-9.]*[a-zA-Z][a-zA-Z0-9.]*") ? "," + host : ""));

        eventually(() -> !figures(CONSUMER).lastFailureReason().isEmpty());
        assertThat(hook.requests()).isEmpty();
        assertThat(queue.events()).doesNotContain("accepted 1", "failed 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"169.254.169.254", "::ffff:169.254.169.254", "fe80::1", "127.0.0.1", "0.0.0.0", "224.0.0.1"})
    void aNameThatIsAllowedIsNotWhereItLeadsNearby(String address) {
        queue.put(text("an order"));
        configure(hook.port(), Map.of("remoteHost", "hooks.example"));

        start("hooks.example", host -> new InetAddress[] {InetAddress.getByName(address)});

        eventually(() -> figures(CONSUMER).refusedAttempts() >= 1);
        assertThat(settled()).isEmpty();
    }

    @Test
    void ofSeveralAddressesOnlyThoseAreTriedThatAreAllowed() {
        queue.put(text("an order"));
        queue.put(text("another"));
        configure(hook.port(), Map.of("remoteHost", "hooks.example"));

        start("127.0.0.1", host -> new InetAddress[] {
            InetAddress.getByName("169.254.169.254"),
            InetAddress.getByName("127.0.0.1"),
            InetAddress.getByName("127.0.0.9")
        });

        eventually(() -> settled().size() == 2);
        assertThat(settled()).containsExactly("accepted 1", "accepted 2");
        assertThat(figures(CONSUMER).unreachedMsgs()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"//evil.example/x", "/@evil.example/", "/a?url=http://evil.example/", "/../../x"})
    void aPathIsNoOtherTarget(String path) {
        queue.put(text("an order"));
        configure(hook.port(), Map.of());
        change(BINDING, Map.of("postRequestTarget", path));

        start("127.0.0.1");

        eventually(() -> settled().contains("accepted 1"));
        assertThat(hook.requests().get(0).path()).isEqualTo(path);
        assertThat(hook.requests().get(0).header("Host")).isEqualTo("127.0.0.1:" + hook.port());
    }

    @Test
    void noProxyIsAskedWhateverTheServersJavaSays() {
        System.setProperty("http.proxyHost", "127.0.0.1");
        System.setProperty("http.proxyPort", String.valueOf(proxy.port()));
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                return List.of(new Proxy(Proxy.Type.HTTP, new java.net.InetSocketAddress("127.0.0.1", proxy.port())));
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, java.io.IOException failure) {
                throw new AssertionError(failure);
            }
        });
        queue.put(text("an order"));
        configure(hook.port(), Map.of());

        start("127.0.0.1");

        eventually(() -> settled().contains("accepted 1"));
        assertThat(hook.requests()).hasSize(1);
        assertThat(proxy.requests()).isEmpty();
    }
}
