package io.reprise.broker.it.management;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Makes of the example of an operation a request that nobody expects, by chance. One thread. */
final class Mutations {
    private static final List<String> VERBS =
            List.of("GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "BREW");
    private static final List<String> USERS =
            List.of("admin", "admin", "admin", "admin", "operator", "client", "monitor", "guest", "");
    private static final List<String> SEGMENTS = List.of(
            "",
            ".",
            "..",
            "%2E%2E",
            "%00",
            "%",
            "%zz",
            "%C3%28",
            "%2F",
            "%252F",
            "a;b=c",
            "#DEAD_MSG_QUEUE",
            "%23DEAD_MSG_QUEUE",
            "%23TEMP%2Fx",
            "*",
            "%3E",
            "!a",
            "ä",
            "%F0%9F%98%80",
            "{x}",
            "msgs",
            "queues",
            "default",
            "-1",
            "0",
            "9223372036854775808",
            "x".repeat(300),
            "%41".repeat(1_000));
    private static final List<String> QUERIES = List.of(
            "count=0",
            "count=-1",
            "count=1e9",
            "count=",
            "count=5&count=6",
            "cursor=",
            "cursor=x",
            "cursor=%00",
            "cursor=AAAAAAAAAAAAAAAAAAAA",
            "where=",
            "where=a",
            "where===",
            "where=queueName==*",
            "where=queueName<%5C",
            "where=maxBindCount>99999999999999999999",
            "where=queueName==" + "*a".repeat(2_000),
            "select=",
            "select=-*",
            "select=***",
            "select=nothing",
            "select=" + "queueName,".repeat(500),
            "order=up",
            "fromTime=-PT1X",
            "fromTime=99999999999999999999",
            "fromTime=-PT9999999999999S",
            "fromMsg=rmid1",
            "fromMsg=rmid1:00000-00000000000-00000000-00000000",
            "subject=",
            "subject=/",
            "subject=//a",
            "subject=/%00",
            "vpn=none",
            "vpn=",
            "history=-1",
            "history=99999999999",
            "epoch=1",
            "epoch=-1&seq=-1",
            "qos=",
            "retained=perhaps",
            "closure=" + "c".repeat(3_000),
            "token=x",
            "%=%",
            "=",
            "&&&",
            "a[]=1",
            "dryRun=true",
            "unheardOf");
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "-1",
            "1",
            "1.5",
            "1e400",
            "-0.0",
            "9223372036854775807",
            "9223372036854775808",
            "123456789012345678901234567890",
            "\"\"",
            "\"x\"",
            "\" \"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"none\"",
            "\"-PT1H\"",
            "\"-P99999999999D\"",
            "\"2026-11-30T10:00:00+01:00\"",
            "\"rmid1:00000-00000000000-00000000-00000001\"",
            "\"a = \"",
            "\"a LIKE '%' ESCAPE '\"",
            "\"" + "(".repeat(3_000) + "\"",
            "\"" + "a AND ".repeat(2_000) + "a\"",
            "\"" + "x".repeat(5_000) + "\"",
            "[]",
            "{}",
            "[1]",
            "{\"a\":{\"b\":[]}}",
            "[".repeat(2_000) + "]".repeat(2_000));
    private static final List<String> BODIES = List.of(
            "",
            " ",
            "null",
            "[]",
            "1",
            "\"x\"",
            "{",
            "}",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{'a':1}",
            "{\"a\":1}{\"b\":2}",
            "\u0000",
            "{\"\":1}",
            "{\"a\":1,\"a\":2}",
            "{".repeat(50_000),
            "[".repeat(50_000),
            "{\"a\":".repeat(20_000),
            "<a/>",
            "a=b",
            "\ufeff{}",
            "/**/{}");
    private static final List<String> TYPES = List.of(
            "",
            "text",
            "text/plain",
            "application/json",
            "application/json; charset=utf-16",
            "application/json; charset=none",
            "application/merge-patch+json",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/cloudevents+json",
            "*/*",
            "a/b/c",
            "application/json; q=\"",
            "text/plain; charset=\u0000",
            "application/octet-stream");
    private static final List<String> HEADERS = List.of(
            "Accept",
            "Accept-Encoding",
            "Accept-Charset",
            "Accept-Language",
            "If-Match",
            "If-None-Match",
            "If-Modified-Since",
            "Range",
            "Expect",
            "Content-Encoding",
            "Content-Language",
            "Cookie",
            "Origin",
            "Forwarded",
            "X-Forwarded-For",
            "X-HTTP-Method-Override",
            "Upgrade",
            "Connection",
            "Content-Length",
            "Transfer-Encoding",
            "Solace-Delivery-Mode",
            "Solace-Time-To-Live-In-ms",
            "Solace-Priority",
            "Solace-DMQ-Eligible",
            "Solace-Timestamp",
            "Solace-Reply-To-Destination",
            "Solace-User-Property-a",
            "Solace-User-Property-JMSXGroupID",
            "Solace-User-Property-",
            "Solace-Unheard-Of",
            "Reprise-Publisher-Id",
            "Reprise-Publisher-Sequence",
            "ce-id",
            "Last-Event-ID");
    private static final List<String> HEADER_VALUES = List.of(
            "",
            "*",
            "\"\"",
            "\"0\"",
            "W/\"1\"",
            "0",
            "-1",
            "1",
            "255",
            "256",
            "9223372036854775808",
            "x",
            "true",
            "a, b",
            "text/html",
            "application/xml;q=2",
            "identity;q=0",
            "gzip",
            "chunked",
            "100-continue",
            "websocket",
            "/QUEUE/",
            "/TOPIC/a",
            "1; type=int8",
            "300; type=int8",
            "x; type=",
            "x; type=what",
            "ä",
            "%",
            "bytes=0-1",
            "close",
            "rmid1:00000-00000000000-00000000-00000001",
            "h".repeat(4_000));

    private final Random random;
    private final Map<String, String> values;

    /** @param values of the parameters that only the server knows */
    Mutations(Random random, Map<String, String> values) {
        this.random = random;
        this.values = values;
    }

    /** One request, with one to three mutations. */
    MutatedRequest of(ApiOperation operation) {
        Map<String, String> headers = new LinkedHashMap<>();
        String user = one(USERS);
        if (!user.isEmpty()) {
            headers.put("Authorization", Api.as(user).authorization());
        }
        if (!operation.mediaType().isEmpty()) {
            headers.put("Content-Type", operation.headers()[1]);
        }
        MutatedRequest request = new MutatedRequest(
                operation.verb(),
                "/reprise/" + operation.path(values),
                headers,
                operation.body(values).getBytes(StandardCharsets.UTF_8));
        for (int mutations = 1 + random.nextInt(3); mutations > 0; mutations--) {
            request = mutated(operation, request);
        }
        return request;
    }

    private MutatedRequest mutated(ApiOperation operation, MutatedRequest request) {
        boolean json = operation.mediaType().equals("application/json");
        return switch (random.nextInt(json ? 12 : 8)) {
            case 0 -> request.withVerb(one(VERBS));
            case 1, 2 -> request.withTarget(otherSegment(request.target()));
            case 3, 4 -> request.withTarget(ApiOperation.with(request.target(), query(operation)));
            case 5 -> request.withHeader("Content-Type", one(TYPES));
            case 6, 7 -> request.withHeader(header(operation), one(HEADER_VALUES));
            case 8 -> request.withBody(one(BODIES).getBytes(StandardCharsets.UTF_8));
            case 9 -> request.withBody(damaged(request.body()));
            default -> request.withBody(otherAttribute(operation).getBytes(StandardCharsets.UTF_8));
        };
    }

    private String otherSegment(String target) {
        String[] segments = target.split("/", -1);
        if (segments.length < 4) {
            return target + "/" + one(SEGMENTS);
        }
        int which = 2 + random.nextInt(segments.length - 2);
        return switch (random.nextInt(4)) {
            case 0 -> target + "/" + one(SEGMENTS);
            case 1 -> String.join("/", Arrays.copyOf(segments, which));
            default -> {
                segments[which] = one(SEGMENTS);
                yield String.join("/", segments);
            }
        };
    }

    private String query(ApiOperation operation) {
        List<JsonObject> documented = operation.parameters("query");
        return documented.isEmpty() || random.nextBoolean()
                ? one(QUERIES)
                : one(documented).getString("name") + "=" + Api.encoded(one(VALUES));
    }

    private String header(ApiOperation operation) {
        List<JsonObject> documented = operation.parameters("header");
        return documented.isEmpty() || random.nextBoolean()
                ? one(HEADERS)
                : one(documented).getString("name");
    }

    private byte[] damaged(byte[] body) {
        byte[] result = body.length == 0 ? new byte[1 + random.nextInt(20)] : body.clone();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            result[random.nextInt(result.length)] = (byte) random.nextInt();
        }
        return random.nextBoolean() ? result : Arrays.copyOf(result, random.nextInt(result.length + 1));
    }

    /** The example with one of the documented attributes, or one that there isn't, of some value. */
    private String otherAttribute(ApiOperation operation) {
        List<String> attributes = ApiDocument.attributes(operation);
        String attribute = attributes.isEmpty() || random.nextInt(8) == 0 ? "unheardOf" : one(attributes);
        Map<String, String> members = new LinkedHashMap<>();
        example(operation).forEach((name, value) -> members.put(name, value.toString()));
        members.put(attribute, one(VALUES));
        return members.entrySet().stream()
                .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private Map<String, JsonValue> example(ApiOperation operation) {
        String body = operation.body(values);
        try (jakarta.json.JsonReader reader = Json.createReader(new java.io.StringReader(body))) {
            return reader.readObject();
        }
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
