package io.reprise.broker.it.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What to start and how to know that it is ready.
 *
 * @param name what people call it, for messages
 * @param command the program and its arguments
 * @param directory its working directory; made when missing
 * @param environment variables on top of this process's own
 * @param log the file its output is appended to
 * @param ready holds for the line of output that says it is ready
 */
public record ProcessOrder(
        String name,
        List<String> command,
        Path directory,
        Map<String, String> environment,
        Path log,
        Predicate<String> ready) {

    public ProcessOrder {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }
}
