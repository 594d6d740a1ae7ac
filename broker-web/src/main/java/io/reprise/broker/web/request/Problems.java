package io.reprise.broker.web.request;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Gathers what is wrong with one request, so that it is reported together (spec 5.1). One thread. */
public final class Problems {
    private final List<Problem> found = new ArrayList<>();

    private record Problem(ErrorCode code, String text) {}

    public Problems add(ErrorCode code, String text) {
        found.add(new Problem(code, text));
        return this;
    }

    /** In the catalogue's form: what, its value, what is allowed. */
    public Problems refuse(String what, String actual, String allowed) {
        return add(
                ErrorCode.INVALID_PARAMETER,
                String.valueOf(BrokerException.refused(ErrorCode.INVALID_PARAMETER, what, actual, allowed)
                        .getMessage()));
    }

    public Problems add(BrokerException refusal) {
        return add(refusal.code(), String.valueOf(refusal.getMessage()));
    }

    /** Runs a check and keeps its refusal. */
    public void check(Runnable check) {
        try {
            check.run();
        } catch (BrokerException refusal) {
            add(refusal);
        }
    }

    /**
     * Ends the request if anything was wrong.
     *
     * @throws BrokerException with the problems' one code, or INVALID_PARAMETER if they have several
     */
    public void throwIfAny() {
        if (found.isEmpty()) {
            return;
        }
        List<ErrorCode> codes = found.stream().map(Problem::code).distinct().toList();
        throw new BrokerException(
                codes.size() == 1 ? codes.get(0) : ErrorCode.INVALID_PARAMETER,
                found.stream().map(Problem::text).collect(Collectors.joining(" | ")));
    }
}
