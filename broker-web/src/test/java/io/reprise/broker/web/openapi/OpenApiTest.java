package io.reprise.broker.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.documentation.CheckedInDocument;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/openapi.json} against the resources, and the document against itself. */
class OpenApiTest {
    private static final Pattern REFERENCE = Pattern.compile("\"#/components/schemas/(\\w+)\"");

    @Test
    void isCheckedInAsTheCodeGivesIt() {
        CheckedInDocument.named("openapi.json").mustBe(OpenApiDocument.text());
    }

    @Test
    void givesEachOperationANameOfItsOwn() {
        assertThat(operations().stream().map(Operation::getOperationId)).doesNotHaveDuplicates();
    }

    @Test
    void namesSchemasThatThereAreAndHasNoOthers() {
        TreeSet<String> named = new TreeSet<>();
        for (Matcher reference = REFERENCE.matcher(OpenApiDocument.text()); reference.find(); ) {
            named.add(reference.group(1));
        }

        assertThat(OpenApiDocument.build().getComponents().getSchemas().keySet())
                .containsExactlyElementsOf(named);
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
                    .allSatisfy(
                            response -> assertThat(response.getDescription()).isNotBlank());
        }
    }

    private static List<Operation> operations() {
        OpenAPI document = OpenApiDocument.build();
        return document.getPaths().values().stream()
                .flatMap(item -> item.readOperations().stream())
                .toList();
    }
}
