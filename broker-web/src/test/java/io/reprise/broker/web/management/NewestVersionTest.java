package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.condition.PreconditionFailed;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A change that others outrun is tried again, others are not. */
class NewestVersionTest {
    private int attempts;

    private Supplier<String> refused(int times, RuntimeException refusal) {
        return () -> {
            if (++attempts <= times) {
                throw refusal;
            }
            return "changed";
        };
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"VERSION_CONFLICT", "ALREADY_EXISTS"})
    void itIsTriedAgainHoweverOftenOthersAreQuicker(ErrorCode outrun) {
        String outcome = NewestVersion.on(refused(999, new BrokerException(outrun, "another was quicker")));

        assertThat(outcome).isEqualTo("changed");
    }

    @Test
    void oneThatIsNeverTheQuickestIsRefusedInTheEnd() {
        BrokerException conflict = new BrokerException(ErrorCode.VERSION_CONFLICT, "another was quicker");

        assertThatThrownBy(() -> NewestVersion.on(refused(Integer.MAX_VALUE, conflict)))
                .isSameAs(conflict);
        assertThat(attempts).isEqualTo(1_000);
    }

    @ParameterizedTest
    @CsvSource({"NOT_FOUND", "INVALID_PARAMETER", "DATABASE_UNAVAILABLE", "VPN_DOWN"})
    void whatIsRefusedForAnythingElseIsNotTriedAgain(ErrorCode code) {
        BrokerException refusal = new BrokerException(code, "no");

        assertThatThrownBy(() -> NewestVersion.on(refused(1, refusal))).isSameAs(refusal);
    }

    @Test
    void aConditionOfTheCallerThatDoesNotHoldIsTheAnswer() {
        RuntimeException refusal = new PreconditionFailed("changed meanwhile");

        assertThatThrownBy(() -> NewestVersion.on(refused(1, refusal))).isSameAs(refusal);
    }
}
