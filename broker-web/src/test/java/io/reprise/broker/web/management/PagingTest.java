package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagingTest {
    private static final String QUEUES = "SEMP/v2/config/msgVpns/default/queues";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @Test
    void answersAnEmptyCollectionWithAnEmptyList() {
        Answer answer = server.as("monitor").get(QUEUES);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().getJsonArray("data")).isEmpty();
        assertThat(answer.json().getJsonArray("links")).isEmpty();
        assertThat(answer.meta().getInt("count")).isZero();
        assertThat(answer.nextPage()).isEmpty();
    }

    @Test
    void givesTenAtATimeAndALinkToTheRest() {
        createQueues(25);

        Answer first = server.as("monitor").get(QUEUES);
        Answer second = server.as("monitor").get(QUEUES + "?" + first.nextPage());
        Answer third = server.as("monitor").get(QUEUES + "?" + second.nextPage());

        assertThat(first.column("queueName")).hasSize(10).startsWith("q00").endsWith("q09");
        assertThat(first.meta().getInt("count")).isEqualTo(25);
        assertThat(first.meta().getJsonObject("paging").getString("nextPageUri"))
                .isEqualTo(server.as("monitor").root() + QUEUES + "?" + first.nextPage());
        assertThat(second.column("queueName")).hasSize(10).startsWith("q10");
        assertThat(third.column("queueName")).hasSize(5).endsWith("q24");
        assertThat(third.nextPage()).isEmpty();
    }

    @Test
    void givesNoCursorWhenTheLastPageIsFull() {
        createQueues(10);

        assertThat(server.as("monitor").get(QUEUES).nextPage()).isEmpty();
    }

    @Test
    void neverShowsARowTwiceNorMissesAnUntouchedOneWhileOthersComeAndGo() {
        Random random = new Random(42);
        createQueues(60);
        TreeSet<String> untouched = new TreeSet<>();
        for (int i = 0; i < 60; i += 2) {
            untouched.add(name(i));
        }
        List<String> seen = new ArrayList<>();

        String next = "count=7";
        while (!next.isEmpty()) {
            Answer page = server.as("monitor").get(QUEUES + "?" + next);
            seen.addAll(page.column("queueName"));
            next = page.nextPage();
            for (int i = 1; i < 60; i += 2) {
                changeSomehow(name(i), random);
            }
        }

        assertThat(seen).doesNotHaveDuplicates().containsAll(untouched).isSorted();
    }

    /** Spec 5.1: a page costs what is on it, however long the list is. */
    @Test
    void looksAtNoMoreForTheFirstPageOfTenThousandThanForThatOfALittleMoreThanTen() {
        createQueues(11);
        int ofEleven = looksFor("SEMP/v2/monitor/msgVpns/default/queues");
        for (int i = 0; i < 10_000; i++) {
            create("r%05d".formatted(i), Map.of());
        }

        int ofTenThousand = looksFor("SEMP/v2/monitor/msgVpns/default/queues");
        String second = server.as("monitor").get(QUEUES + "?count=100").nextPage();
        int ofAPageInTheMiddle =
                looksFor("SEMP/v2/monitor/msgVpns/default/queues?" + second.replace("count=100", "count=10"));

        assertThat(ofEleven).isEqualTo(22);
        assertThat(ofTenThousand).isEqualTo(ofEleven);
        assertThat(ofAPageInTheMiddle).isEqualTo(ofEleven);
    }

    private int looksFor(String list) {
        int before = server.vpn().looksAtEndpoints();
        Answer answer = server.as("monitor").get(list);
        assertThat(answer.column("queueName")).hasSize(10);
        return server.vpn().looksAtEndpoints() - before;
    }

    @Test
    void goesOnWhereThePageEndedThoughItsLastRowIsGone() {
        createQueues(25);
        Answer first = server.as("monitor").get(QUEUES);
        server.vpn().deleteEndpoint(EndpointKind.QUEUE, "q09");

        Answer second = server.as("monitor").get(QUEUES + "?" + first.nextPage());

        assertThat(second.column("queueName")).startsWith("q10");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            queueName==q1*                          | q10,q11,q12
            queueName!=q0*                          | q10,q11,q12
            queueName==*2                           | q02,q12
            queueName==q*1*2                        | q12
            queueName>=q11                          | q11,q12
            maxBindCount>10                         | q11,q12
            maxBindCount<=1                         | q00,q01
            maxBindCount==7,egressEnabled==false    | q07
            egressEnabled!=false                    |
            accessType==exclusive,queueName<q02     | q00,q01
            prefetch==0,queueName==q00              | q00
            prefetch==none                          |
            """)
    void filtersByAllComparisonsOfWhere(String where, String names) {
        for (int i = 0; i <= 12; i++) {
            create(name(i), Map.of("maxBindCount", i));
        }

        Answer answer = server.as("monitor").get(QUEUES + "?count=100&where=" + encoded(where));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        List<String> expected = names == null ? List.of() : Arrays.asList(names.split(","));
        assertThat(answer.column("queueName")).isEqualTo(expected);
        assertThat(answer.meta().getInt("count")).isEqualTo(expected.size());
    }

    @Test
    void pagesThroughWhatAFilterLeavesOfALargeCollection() {
        for (int i = 0; i < 500; i++) {
            create("%s%03d".formatted(i % 2 == 0 ? "even" : "odd", i), Map.of());
        }

        Answer first = server.as("monitor").get(QUEUES + "?count=100&select=queueName&where=queueName==odd*");
        Answer second = server.as("monitor").get(QUEUES + "?" + first.nextPage());
        Answer third = server.as("monitor").get(QUEUES + "?" + second.nextPage());

        assertThat(first.meta().getInt("count")).isEqualTo(250);
        assertThat(second.column("queueName")).hasSize(100).startsWith("odd201");
        assertThat(third.column("queueName")).hasSize(50).endsWith("odd499");
        assertThat(third.nextPage()).isEmpty();
        assertThat(third.json().getJsonArray("data").getJsonObject(0)).containsOnlyKeys("queueName");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            queueName,owner     | queueName,owner
            max*Size,msgVpnName | msgVpnName,maxMsgSize
            re*,-red*,-reject*  | respectTtlEnabled,respectDmqEligibleEnabled,respectMsgPriorityEnabled
            """)
    void showsTheAttributesOfSelect(String select, String names) {
        createQueues(1);

        Answer list = server.as("monitor").get(QUEUES + "?select=" + encoded(select));
        Answer object = server.as("monitor").get(QUEUES + "/q00?select=" + encoded(select));

        assertThat(list.json().getJsonArray("data").getJsonObject(0)).containsOnlyKeys(names.split(","));
        assertThat(object.data()).containsOnlyKeys(names.split(","));
    }

    @Test
    void leavesOutWhatSelectExcludes() {
        createQueues(1);

        Answer answer = server.as("monitor").get(QUEUES + "/q00?select=-owner,-max*");

        assertThat(answer.data()).containsKey("queueName").doesNotContainKeys("owner", "maxBindCount");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            count=0                         | parameter count: '0'; allowed: 1–100
            count=101                       | parameter count: '101'
            count=ten                       | parameter count: 'ten'
            count=1&count=2                 | parameter count: 2 times; allowed: once
            cursor=xyz                      | parameter cursor: 'xyz'
            cursor=1.                       | parameter cursor: '1.'
            cursor=1.%25%25                 | parameter cursor
            page=2                          | parameter page: unknown; allowed: count, cursor, select, where
            where=size==3                   | attribute size: unknown
            where=maxBindCount              | parameter where: 'maxBindCount'
            where=maxBindCount==many        | attribute maxBindCount: 'many'; allowed: a number
            where=egressEnabled==yes        | attribute egressEnabled: 'yes'; allowed: true, false
            where=egressEnabled%3Etrue      | attribute egressEnabled: >
            select=colour                   | parameter select: unknown attribute 'colour'
            """)
    void refusesABadParameterByName(String query, String text) {
        Answer answer = server.as("monitor").get(QUEUES + "?" + query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(answer.sempDescription()).contains(text);
    }

    @Test
    void matchesALiteralCommaAndStarAfterABackslash() {
        create("a,b", Map.of());
        create("axb", Map.of());

        Answer comma = server.as("monitor").get(QUEUES + "?where=" + encoded("queueName==a\\,b"));
        Answer star = server.as("monitor").get(QUEUES + "?where=" + encoded("queueName==a\\*b"));

        assertThat(comma.column("queueName")).containsExactly("a,b");
        assertThat(star.column("queueName")).isEmpty();
    }

    private void changeSomehow(String name, Random random) {
        switch (random.nextInt(3)) {
            case 0 ->
                server.vpn()
                        .endpoint(EndpointKind.QUEUE, name)
                        .ifPresent(view -> server.vpn().deleteEndpoint(EndpointKind.QUEUE, name));
            case 1 -> {
                if (server.vpn().endpoint(EndpointKind.QUEUE, name).isEmpty()) {
                    create(name, Map.of());
                }
            }
            default -> {}
        }
    }

    private void createQueues(int count) {
        for (int i = 0; i < count; i++) {
            create(name(i), Map.of());
        }
    }

    private void create(String name, Map<String, Object> settings) {
        server.vpn()
                .createEndpoint(
                        EndpointKind.QUEUE,
                        name,
                        EndpointSettings.defaults(EndpointKind.QUEUE).with(settings),
                        List.of());
    }

    private static String name(int i) {
        return "q%02d".formatted(i);
    }

    private static String encoded(String text) {
        return java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8);
    }
}
