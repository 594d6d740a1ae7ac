package io.reprise.broker.it.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The errors of the catalogue provoked over HTTP: status, code, text, and that nothing happened (spec 5.1). */
@RunAsClient
class ErrorsOverHttpIT extends ManagementSuite {
    static List<Provocation> provocations() {
        return Provocation.all();
    }

    @AfterAll
    static void deleteVpn() {
        Provocation.deleteVpn();
    }

    @ParameterizedTest
    @MethodSource("provocations")
    void refusesInTheWordsOfTheCatalogueAndDoesNothing(Provocation provocation) {
        Provocation.createVpn();
        provocation.before().run();
        String before = BrokerState.read();

        Answer answer = provocation.request().get();

        if (provocation.semp()) {
            assertThat(answer.sempError())
                    .as(answer.text())
                    .isEqualTo(provocation.code().sempHttpStatus() + " "
                            + provocation.code().semp().code() + " "
                            + provocation.code().semp());
            assertThat(answer.sempText()).contains(provocation.text());
        } else {
            assertThat(answer.problem())
                    .as(answer.text())
                    .isEqualTo(provocation.code().httpStatus() + " "
                            + provocation.code().slug());
            assertThat(answer.json().getString("detail")).contains(provocation.text());
            assertThat(answer.json().getString("title"))
                    .isEqualTo(provocation.code().text());
            assertThat(answer.header("Retry-After").isEmpty())
                    .isEqualTo(!provocation.code().retryable());
        }
        assertThat(BrokerState.read()).isEqualTo(before);
    }
}
