package io.reprise.broker.model.settings;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.List;
import java.util.stream.Collectors;

/** Settings were refused: all problems together. Nothing was changed. */
public final class InvalidSettingsException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private final transient List<AttributeProblem> problems;

    /**
     * @param ofWhat whose settings, for people
     * @param problems at least one
     */
    public InvalidSettingsException(String ofWhat, List<AttributeProblem> problems) {
        super(overall(problems), text(ofWhat, problems));
        this.problems = List.copyOf(problems);
    }

    /** One for each attribute refused, at least one. */
    public List<AttributeProblem> problems() {
        return problems;
    }

    /** NOT_SUPPORTED only where nothing is wrong with the request itself. */
    private static ErrorCode overall(List<AttributeProblem> problems) {
        return problems.stream().allMatch(problem -> problem.code() == ErrorCode.NOT_SUPPORTED)
                ? ErrorCode.NOT_SUPPORTED
                : ErrorCode.INVALID_PARAMETER;
    }

    private static String text(String ofWhat, List<AttributeProblem> problems) {
        return "settings of a " + ofWhat + ": "
                + problems.stream().map(AttributeProblem::text).collect(Collectors.joining(" | "));
    }
}
