package io.reprise.broker.model.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicationGroupMsgIdTest {
    @Test
    void formatsInGroupsOf5And11And8And8() {
        ReplicationGroupMsgId id = new ReplicationGroupMsgId(0x0123456789abcdefL, 0x2aL);

        assertThat(id.format())
                .isEqualTo("rmid1:01234-56789abcdef-00000000-0000002a")
                .hasSize(41);
    }

    @Property
    void parseGivesBackWhatFormatWrote(@ForAll long origin, @ForAll long msgId) {
        ReplicationGroupMsgId id = new ReplicationGroupMsgId(origin, msgId);

        assertThat(ReplicationGroupMsgId.parse(id.format())).isEqualTo(id);
        assertThat(ReplicationGroupMsgId.parse(
                        "rmid1:" + id.format().substring(6).toUpperCase(Locale.ROOT)))
                .isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rmid1:",
                "rmid2:01234-56789abcdef-00000000-0000002a",
                "rmid1:0123456789abcdef000000000000002a",
                "rmid1:01234-56789abcdef-00000000-0000002g",
                "rmid1:01234-56789abcdef-00000000-0000002a ",
                "rmid1:01234-56789abcdef-00000000-0000002",
                "rmid1:012345-6789abcdef-00000000-0000002a"
            })
    void refusesOtherText(String text) {
        assertThatThrownBy(() -> ReplicationGroupMsgId.parse(text))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void ordersIdsOfOneOriginOnly() {
        ReplicationGroupMsgId first = new ReplicationGroupMsgId(7, 1);

        assertThat(new ReplicationGroupMsgId(7, 2).isAfter(first)).isTrue();
        assertThat(first.isAfter(first)).isFalse();
        assertThatThrownBy(() -> new ReplicationGroupMsgId(8, 2).isAfter(first)).isInstanceOf(BrokerException.class);
    }
}
