package io.reprise.broker.web.push;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests and tells how they ended, without a thread for each: the one place that knows the HTTP client. It never follows a
 * redirect, never sends a request twice, keeps no cookies, asks no proxy and no name server. Thread-safe.
 */
final class HttpPoster implements AutoCloseable {
    private static final String EXCHANGE = "reprise.exchange";

    /** Who limits connections are the targets, each for itself. */
    private static final int NO_LIMIT = 100_000;

    /** An answer's head is kept in memory; one without end must not fill it. */
    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(65_536)
            .setMaxHeaderCount(1_000)
            .build();

    private final CloseableHttpAsyncClient client;

    /** @param threads the server's: one thread looks after all connections */
    HttpPoster(ThreadFactory threads) {
        client = HttpAsyncClientBuilder.create()
                .setThreadFactory(threads)
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1)
                        .setTcpNoDelay(true)
                        .build())
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(NO_LIMIT)
                        .setMaxConnPerRoute(NO_LIMIT)
                        .setDefaultTlsConfig(TlsConfig.custom()
                                .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                                .build())
                        .build())
                .setHttp1Config(LIMITS)
                .setCharCodingConfig(CharCodingConfig.custom()
                        .setCharset(StandardCharsets.UTF_8)
                        .build())
                .setRoutePlanner((host, context) ->
                        new HttpRoute(host, null, host.getSchemeName().equals("https")))
                .addExecInterceptorLast("begun", HttpPoster::connected)
                .setUserAgent("Reprise")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableConnectionState()
                .build();
        client.start();
    }

    /** The last step before the request is written: there is a connection, with TLS if it is https. */
    private static void connected(
            HttpRequest request,
            AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        if (scope.clientContext.getAttribute(EXCHANGE) instanceof Exchange exchange
                && !exchange.begin(scope.execRuntime)) {
            throw new InterruptedIOException("broken off before it was sent");
        }
        chain.proceed(request, body, scope, callback);
    }

    /**
     * Sends one.
     *
     * @param ended called once, by a thread that must not be held
     * @return what breaks it off, if it has not ended
     */
    Runnable post(PostRequest request, Consumer<PostOutcome> ended) {
        HttpHost host =
                new HttpHost(request.tls() ? "https" : "http", request.address(), request.host(), request.port());
        BasicHttpRequest head = new BasicHttpRequest("POST", host, request.path());
        request.headers().forEach(header -> head.addHeader(header.getKey(), header.getValue()));
        Exchange exchange = new Exchange(ended);
        HttpClientContext context = HttpClientContext.create();
        context.setAttribute(EXCHANGE, exchange);
        Future<Message<HttpResponse, Void>> answer = client.execute(
                host,
                new BasicRequestProducer(head, new BasicAsyncEntityProducer(request.body(), null)),
                new BasicResponseConsumer<>(new DiscardingEntityConsumer<Void>()),
                null,
                context,
                exchange);
        return () -> {
            answer.cancel(true);
            exchange.disconnect();
        };
    }

    /** Whatever is being sent is broken off. */
    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
    }

    /** One request on its way. Thread-safe: whether it is sent at all is settled once, by who comes first. */
    private static final class Exchange implements FutureCallback<Message<HttpResponse, Void>> {
        private final Consumer<PostOutcome> ended;

        /** What holds its connection; null until there is one. Guarded by this. */
        private @Nullable AsyncExecRuntime runtime;

        /** It ended before there was one: nothing of it may be sent any more. Guarded by this. */
        private boolean unsent;

        Exchange(Consumer<PostOutcome> ended) {
            this.ended = ended;
        }

        /** Returns whether it may be sent now. */
        synchronized boolean begin(AsyncExecRuntime connected) {
            if (!unsent) {
                runtime = connected;
            }
            return !unsent;
        }

        private synchronized @Nullable AsyncExecRuntime begun() {
            unsent = runtime == null;
            return runtime;
        }

        @Override
        public void completed(Message<HttpResponse, Void> answer) {
            int status = answer.getHead().getCode();
            if (status >= 200 && status < 300) {
                ended.accept(new PostOutcome.Taken());
            } else {
                boolean redirect = status >= 300 && status < 400;
                ended.accept(new PostOutcome.Failed(
                        "answered " + status + (redirect ? "; redirects are not followed" : "")));
            }
        }

        @Override
        public void failed(Exception cause) {
            end(cause);
        }

        @Override
        public void cancelled() {
            end(null);
        }

        private void end(@Nullable Exception cause) {
            if (begun() != null) {
                ended.accept(new PostOutcome.Failed(cause == null ? "no answer in time" : "no answer: " + text(cause)));
            } else {
                ended.accept(new PostOutcome.Unreached(
                        cause == null ? "no connection in time" : "no connection: " + text(cause)));
            }
        }

        /**
         * The client tells of a cancelled request at once, but cancels only what it did last: the setting up of the connection, if
         * its two threads noted that after the request. Without effect if the connection was given back.
         */
        void disconnect() {
            AsyncExecRuntime connected = begun();
            if (connected != null) {
                connected.discardEndpoint();
            }
        }

        private static String text(Exception cause) {
            String message = cause.getMessage();
            return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
        }
    }
}
