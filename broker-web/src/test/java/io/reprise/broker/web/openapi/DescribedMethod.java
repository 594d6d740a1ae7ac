package io.reprise.broker.web.openapi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A resource method with its description. */
record DescribedMethod(ResourceMethod method, Description description) {
    /** Methods that only refuse: there is nothing to describe. */
    private static final Map<String, String> REFUSALS = Map.ofEntries(
            Map.entry("NotBuilt.get", "what is not built is refused by name"),
            Map.entry("NotBuilt.post", "what is not built is refused by name"),
            Map.entry("NotBuilt.put", "what is not built is refused by name"),
            Map.entry("NotBuilt.patch", "what is not built is refused by name"),
            Map.entry("NotBuilt.delete", "what is not built is refused by name"),
            Map.entry("EndpointActions.other", "an action that there isn't"),
            Map.entry("ReplayLogActions.other", "an action that there isn't"),
            Map.entry("Subscriptions.change", "a subscription has nothing to change"),
            Map.entry("ReplayLogFilters.change", "a subscription has nothing to change"),
            Map.entry("ConfigObjects.changeOwned", "an exception has nothing to change"));

    /** Every method of the application that does something. */
    static List<DescribedMethod> all() {
        Map<String, Description> descriptions = descriptions();
        List<DescribedMethod> result = new ArrayList<>();
        TreeSet<String> unused = new TreeSet<>(descriptions.keySet());
        unused.addAll(REFUSALS.keySet());
        for (ResourceMethod method : ResourceMethod.all()) {
            unused.remove(method.name());
            if (!REFUSALS.containsKey(method.name())) {
                result.add(new DescribedMethod(method, required(descriptions, method)));
            }
        }
        if (!unused.isEmpty()) {
            throw new AssertionError("descriptions of methods that no resource of RepriseApplication has: " + unused);
        }
        return result;
    }

    private static Map<String, Description> descriptions() {
        Map<String, Description> result = new HashMap<>();
        Stream.of(
                        ManagementOperations.all(),
                        DefinitionOperations.all(),
                        ActionOperations.all(),
                        MessagingOperations.all(),
                        ReceivingOperations.all())
                .flatMap(List::stream)
                .forEach(description -> result.put(description.method(), description));
        return result;
    }

    private static Description required(Map<String, Description> descriptions, ResourceMethod method) {
        Description description = descriptions.get(method.name());
        if (description == null) {
            throw new AssertionError(
                    method.verb() + " " + method.path() + " has no description: add Description.of(\""
                            + method.name()
                            + "\", …) to ManagementOperations, ActionOperations, MessagingOperations or ReceivingOperations, with the schema of"
                            + " what it takes and answers (ManagedObjects has those of objects); then mvn test -Dreprise.docs=write");
        }
        return description;
    }

    List<PathVariant> variants() {
        return PathVariant.of(method.path(), description.words()).stream()
                .filter(variant -> !description.excludes(variant.choices().values()))
                .toList();
    }

    List<String> roles() {
        return description.roles().isEmpty() ? method.roles() : description.roles();
    }
}
