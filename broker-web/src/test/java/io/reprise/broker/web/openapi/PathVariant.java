package io.reprise.broker.web.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the paths that a template stands for: a variable that is one of a few words becomes that word, others get the name of what
 * they name, e.g. {@code SEMP/v2/config/msgVpns/{msgVpnName}/queues/{queueName}}.
 *
 * @param choices the words, by variable
 */
record PathVariant(String path, Map<String, String> choices) {
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)(?::([^{}]*))?}");
    private static final Pattern WORDS = Pattern.compile("\\w+(\\|\\w+)+");

    /**
     * All of a template.
     *
     * @param words of variables whose words the template does not say
     */
    static List<PathVariant> of(String template, Map<String, List<String>> words) {
        List<PathVariant> variants = List.of(new PathVariant(template, Map.of()));
        for (Matcher variable = VARIABLE.matcher(template); variable.find(); ) {
            List<String> alternatives = alternatives(variable, words);
            if (!alternatives.isEmpty()) {
                variants = chosen(variants, variable.group(1), variable.group(), alternatives);
            }
        }
        return variants.stream().map(PathVariant::named).toList();
    }

    private static List<String> alternatives(Matcher variable, Map<String, List<String>> words) {
        String pattern = variable.group(2);
        if (pattern != null && WORDS.matcher(pattern).matches()) {
            return List.of(pattern.split("\\|"));
        }
        return words.getOrDefault(variable.group(1), List.of());
    }

    private static List<PathVariant> chosen(
            List<PathVariant> variants, String variable, String text, List<String> alternatives) {
        List<PathVariant> result = new ArrayList<>();
        for (PathVariant variant : variants) {
            for (String word : alternatives) {
                Map<String, String> choices = new LinkedHashMap<>(variant.choices);
                choices.put(variable, word);
                result.add(new PathVariant(variant.path.replace(text, word), choices));
            }
        }
        return result;
    }

    private PathVariant named() {
        List<String> segments = new ArrayList<>();
        String before = "";
        for (String segment : path.split("/")) {
            Matcher variable = VARIABLE.matcher(segment);
            segments.add(
                    variable.matches()
                            ? "{" + Segment.after(before, variable.group(1)).parameter() + "}"
                            : segment);
            before = segment;
        }
        return new PathVariant(String.join("/", segments), choices);
    }

    List<Segment> parameters() {
        List<Segment> parameters = new ArrayList<>();
        String before = "";
        for (String segment : path.split("/")) {
            if (segment.startsWith("{")) {
                parameters.add(Segment.after(before, segment.substring(1, segment.length() - 1)));
            }
            before = segment;
        }
        return parameters;
    }
}
