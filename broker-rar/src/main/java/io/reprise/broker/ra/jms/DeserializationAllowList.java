package io.reprise.broker.ra.jms;

import java.io.ObjectInputFilter;
import java.util.Arrays;
import java.util.List;

/**
 * Which classes an object message may bring to life: names of classes, or of packages with all below them. Primitives, strings, boxes
 * and arrays of what is allowed always are. The JVM's own filter ({@code jdk.serialFilter}) holds besides. Immutable.
 *
 * @param everything whether there is no restriction
 * @param prefixes names of classes and packages; without effect if everything is allowed
 */
public record DeserializationAllowList(boolean everything, List<String> prefixes) {
    /** No restriction beyond the JVM's: who may send decides. */
    public static final DeserializationAllowList EVERYTHING = new DeserializationAllowList(true, List.of());

    private static final List<String> ALWAYS = List.of(
            "java.lang.String",
            "java.lang.Number",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Short",
            "java.lang.Character",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Float",
            "java.lang.Double",
            "java.lang.Enum");

    public DeserializationAllowList {
        prefixes = List.copyOf(prefixes);
    }

    /** Reads names separated by commas; a lone {@code *} is everything, nothing at all allows only what always is. */
    public static DeserializationAllowList parse(String text) {
        if (text.strip().equals("*")) {
            return EVERYTHING;
        }
        List<String> names = Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        return new DeserializationAllowList(false, names);
    }

    /** Whether objects of this class may be made. */
    public boolean allows(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        String name = element.getName();
        return everything
                || element.isPrimitive()
                || ALWAYS.contains(name)
                || prefixes.stream().anyMatch(prefix -> covers(prefix, name));
    }

    ObjectInputFilter filter() {
        ObjectInputFilter own = info -> {
            Class<?> type = info.serialClass();
            if (type == null) {
                return ObjectInputFilter.Status.UNDECIDED;
            }
            return allows(type) ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
        };
        ObjectInputFilter jvm = ObjectInputFilter.Config.getSerialFilter();
        return jvm == null ? own : ObjectInputFilter.merge(jvm, own);
    }

    private static boolean covers(String prefix, String name) {
        return name.startsWith(prefix)
                && (name.length() == prefix.length() || ".$".indexOf(name.charAt(prefix.length())) >= 0);
    }
}
