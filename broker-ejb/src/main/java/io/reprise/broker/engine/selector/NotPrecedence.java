package io.reprise.broker.engine.selector;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.activemq.artemis.selector.strict.StrictParserConstants;
import org.apache.activemq.artemis.selector.strict.Token;

/**
 * Puts the operand of each NOT in brackets. By the standard a comparison comes before NOT [JMS 3.1 §3.8.1.1]; the library reads
 * {@code NOT a = 1} as {@code (NOT a) = 1}, which is never true. One use, one thread.
 */
final class NotPrecedence {
    private final StringBuilder written = new StringBuilder();
    /** What is open, innermost last: the brackets of the text, and the NOTs directly in each. */
    private final Deque<Level> levels = new ArrayDeque<>(List.of(new Level()));

    private static final class Level {
        int nots;
        /** The next AND belongs to a BETWEEN. */
        boolean between;
    }

    private NotPrecedence() {}

    /** The same selector as the library reads it, from the tokens of a text. */
    static String bracketed(List<Token> tokens) {
        NotPrecedence brackets = new NotPrecedence();
        for (int i = 0; i < tokens.size(); i++) {
            int before = i == 0 ? StrictParserConstants.EOF : tokens.get(i - 1).kind;
            int after = i == tokens.size() - 1 ? StrictParserConstants.EOF : tokens.get(i + 1).kind;
            brackets.write(tokens.get(i), before, after);
        }
        brackets.endOperand();
        return brackets.written.toString();
    }

    private void write(Token token, int before, int after) {
        Level level = levels.getLast();
        boolean closing = token.image.equals(")");
        boolean ofBetween = token.kind == StrictParserConstants.AND && level.between;
        if (closing
                || token.kind == StrictParserConstants.OR
                || token.kind == StrictParserConstants.AND && !ofBetween) {
            endOperand();
        }
        if (closing && levels.size() > 1) {
            levels.removeLast();
        }
        level.between = token.kind == StrictParserConstants.BETWEEN || level.between && !ofBetween;
        written.append(token.image).append(' ');
        if (isPrefix(token, before, after)) {
            written.append("( ");
            level.nots++;
        }
        if (token.image.equals("(")) {
            levels.addLast(new Level());
        }
    }

    private static boolean isPrefix(Token token, int before, int after) {
        return token.kind == StrictParserConstants.NOT
                && before != StrictParserConstants.IS
                && after != StrictParserConstants.BETWEEN
                && after != StrictParserConstants.LIKE
                && after != StrictParserConstants.IN;
    }

    private void endOperand() {
        Level level = levels.getLast();
        written.append(") ".repeat(level.nots));
        level.nots = 0;
    }
}
