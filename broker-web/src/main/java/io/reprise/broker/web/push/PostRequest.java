package io.reprise.broker.web.push;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;

/**
 * One message as a request.
 *
 * @param tls whether it is https
 * @param host the target's name, for the request and its certificate
 * @param address to which it is sent: one that was checked
 * @param path path and query, URL-encoded
 * @param headers values are text without control characters, sent as UTF-8
 */
record PostRequest(
        boolean tls,
        String host,
        InetAddress address,
        int port,
        String path,
        List<Map.Entry<String, String>> headers,
        byte[] body) {}
