package io.reprise.broker.model.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.documentation.CheckedInDocument;
import io.reprise.broker.model.object.ObjectKind;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ObjectKindTest {
    @Test
    void namesOfCollectionsAndAttributesDifferWhereverTheyMeet() {
        assertThat(Arrays.stream(ObjectKind.values())
                        .map(kind -> kind.parent() + "/" + kind.collection())
                        .toList())
                .doesNotHaveDuplicates();
        assertThat(Arrays.stream(ObjectKind.values()).map(ObjectKind::name))
                .as("fit vpn_object.kind")
                .allMatch(name -> name.length() <= 32);
    }

    @Test
    void documentIsCurrent() {
        CheckedInDocument.named("object-settings.md")
                .mustBe("""
                # Settings of ACL profiles, client usernames and other objects of a VPN

                Produced from `ObjectKind`; do not edit. Read by GET, made by POST and PUT, changed by PUT and PATCH, deleted by DELETE of
                `config/msgVpns/{vpn}/…`. How they work together is in [management-api.md](management-api.md).

                """
                        + Arrays.stream(ObjectKind.values())
                                .map(ObjectKindTest::chapter)
                                .collect(Collectors.joining("\n")));
    }

    private static String chapter(ObjectKind kind) {
        String path = kind.parent()
                        .map(parent -> parent.collection() + "/{" + parent.nameAttribute() + "}/")
                        .orElse("")
                + kind.collection()
                + "/{"
                + (kind.syntaxAttribute().isEmpty() ? "" : kind.syntaxAttribute() + "},{")
                + kind.nameAttribute()
                + "}";
        String table = kind.attributes().all().isEmpty()
                ? "It has its name alone.\n"
                : SettingsTable.of(kind.attributes()).toString();
        return "## `" + path + "`\n\n" + table;
    }
}
