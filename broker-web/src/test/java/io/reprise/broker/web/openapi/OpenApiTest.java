package io.reprise.broker.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.documentation.CheckedInDocument;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/openapi.json} against the resources, and the document against itself. */
class OpenApiTest {
    private static final Pattern REFERENCE = Pattern.compile("\"#/components/(\\w+)/(\\w+)\"");

    @Test
    void isCheckedInAsTheCodeGivesIt() {
        CheckedInDocument.named("openapi.json").mustBe(OpenApiDocument.text());
    }

    @Test
    void givesEachOperationANameOfItsOwn() {
        assertThat(operations().stream().map(Operation::getOperationId)).doesNotHaveDuplicates();
    }

    @Test
    void namesSchemasAndAnswersThatThereAreAndHasNoOthers() {
        Map<String, TreeSet<String>> named = new TreeMap<>();
        for (Matcher reference = REFERENCE.matcher(OpenApiDocument.text()); reference.find(); ) {
            named.computeIfAbsent(reference.group(1), none -> new TreeSet<>()).add(reference.group(2));
        }

        Components there = OpenApiDocument.build().getComponents();
        assertThat(named)
                .isEqualTo(Map.of(
                        "schemas", there.getSchemas().keySet(),
                        "responses", there.getResponses().keySet()));
    }

    @Test
    void saysEachRefusalOnce() {
        Collection<ApiResponse> refusals =
                OpenApiDocument.build().getComponents().getResponses().values();

        assertThat(refusals).doesNotHaveDuplicates();
        assertThat(operations())
                .allSatisfy(operation ->
                        assertThat(operation.getResponses().values()).doesNotContainAnyElementsOf(refusals));
    }

    @Test
    void describesEveryParameterAndEveryAnswer() {
        for (Operation operation : operations()) {
            assertThat(operation.getSummary())
                    .as(operation.getOperationId())
                    .endsWith(".")
                    .doesNotContain("{");
            assertThat(operation.getParameters())
                    .as(operation.getOperationId())
                    .allSatisfy(
                            parameter -> assertThat(parameter.getDescription()).isNotBlank())
                    .allSatisfy(parameter -> assertThat(parameter.getSchema()).isNotNull());
            assertThat(operation.getResponses().values())
                    .as(operation.getOperationId())
                    .allMatch(response -> response.get$ref() != null || isDescribed(response));
        }
        assertThat(OpenApiDocument.build().getComponents().getResponses().values())
                .allMatch(OpenApiTest::isDescribed);
    }

    private static boolean isDescribed(ApiResponse response) {
        return !response.getDescription().isBlank();
    }

    private static List<Operation> operations() {
        OpenAPI document = OpenApiDocument.build();
        return document.getPaths().values().stream()
                .flatMap(item -> item.readOperations().stream())
                .toList();
    }
}
