package io.reprise.broker.model.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.documentation.CheckedInDocument;
import io.reprise.broker.model.documentation.MarkdownTable;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCatalogueTest {
    @Test
    void slugsAreUnique() {
        assertThat(ErrorCode.values()).extracting(ErrorCode::slug).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void slugIsTheConstantInLowerCaseWithHyphens(ErrorCode code) {
        assertThat(code.slug())
                .isEqualTo(code.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
    }

    @ParameterizedTest
    @EnumSource
    void onlyPassingConditionsAreRetryableAndSayServiceUnavailable(ErrorCode code) {
        if (code.retryable()) {
            assertThat(code.httpStatus()).isEqualTo(503);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nackIsAClientErrorOrServiceUnavailable(ErrorCode code) {
        if (code.kind() == ErrorKind.NACK) {
            assertThat(code.httpStatus()).matches(status -> status == 503 || (status >= 400 && status < 500));
        }
    }

    @Test
    void managementApiAnswers400ForAMissingObject() {
        assertThat(ErrorCode.NOT_FOUND.sempHttpStatus()).isEqualTo(400);
        assertThat(ErrorCode.NOT_FOUND.semp().code()).isEqualTo(6);
        assertThat(ErrorCode.UNAUTHORIZED.sempHttpStatus()).isEqualTo(401);
        assertThat(ErrorCode.DATABASE_UNAVAILABLE.sempHttpStatus()).isEqualTo(503);
    }

    @Test
    void messageShowsObjectValueAndAllowedButNotAWholeHugeValue() {
        BrokerException refused =
                BrokerException.refused(ErrorCode.INVALID_PARAMETER, "ttl of queue 'q'", "x".repeat(100_000), "0–10 s");

        assertThat(refused).hasMessageStartingWith("ttl of queue 'q': xxx").hasMessageEndingWith("allowed: 0–10 s");
        assertThat(refused.getMessage()).hasSizeLessThan(1000);
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_PARAMETER);
    }

    @Test
    void documentIsCurrent() {
        CheckedInDocument.named("errors.md").mustBe(page());
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Errors

                Produced from `ErrorCode`; do not edit. Every error has a stable name, which answers, log lines and metrics use.
                *SEMP* is status and number in the management API's envelope, *HTTP* the status elsewhere. *Retry* says that the same
                request may be sent again as it is, cannot do anything twice, and may succeed later without a change of configuration.
                """);
        for (ErrorKind kind : ErrorKind.values()) {
            page.append("\n## ")
                    .append(kind.title())
                    .append("\n\n")
                    .append(kind.text())
                    .append("\n\n");
            MarkdownTable table = new MarkdownTable("Error", "SEMP", "HTTP", "Retry", "Meaning");
            Arrays.stream(ErrorCode.values())
                    .filter(code -> code.kind() == kind)
                    .forEach(code -> row(table, code));
            page.append(table);
        }
        return page.toString();
    }

    private static void row(MarkdownTable table, ErrorCode code) {
        table.row(
                "`" + code.slug() + "`",
                code.semp() + " " + code.semp().code(),
                String.valueOf(code.httpStatus()),
                code.retryable() ? "yes" : "no",
                code.text());
    }
}
