package io.reprise.broker.engine.selector;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.selector.strict.StrictParserConstants;
import org.apache.activemq.artemis.selector.strict.Token;
import org.jspecify.annotations.Nullable;

/**
 * The LIKE conditions of a selector, taken out of its text: the library sees a name in the place of each, whose value is computed
 * here by {@link LikePattern}. Filled while a selector is compiled, then read by any thread.
 */
final class LikeConditions {
    /** What the names in their places begin with; of the provider's own kind [JMS 3.1 §3.5.9]. */
    static final String PREFIX = "JMS_Reprise_Like";

    private final Map<String, Like> byName = new HashMap<>();

    private record Like(String property, LikePattern pattern) {}

    /** One that is not preceded by a name, at its place in the text. */
    static final class Misplaced extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        Misplaced(Token like) {
            super("at line " + like.beginLine + ", column " + like.beginColumn + ": " + like.image
                    + " needs a name alone before it");
        }
    }

    /** The tokens with names in the places of the conditions; what is no condition is left for the library to complain about. */
    List<Token> takeOut(List<Token> tokens) {
        List<Token> rest = new ArrayList<>(tokens.size());
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind != StrictParserConstants.LIKE
                    || kind(tokens, i + 1) != StrictParserConstants.STRING_LITERAL) {
                rest.add(token);
                continue;
            }
            boolean escaped = kind(tokens, i + 2) == StrictParserConstants.ESCAPE
                    && kind(tokens, i + 3) == StrictParserConstants.STRING_LITERAL;
            replace(rest, token, text(tokens.get(i + 1)), escaped ? text(tokens.get(i + 3)) : "");
            i += escaped ? 3 : 1;
        }
        return rest;
    }

    private void replace(List<Token> rest, Token like, String pattern, String escape) {
        boolean negated = kind(rest, rest.size() - 1) == StrictParserConstants.NOT;
        int at = rest.size() - (negated ? 2 : 1);
        if (kind(rest, at) != StrictParserConstants.ID || !beginsOperand(rest, at)) {
            throw new Misplaced(like);
        }
        String name = PREFIX + byName.size();
        byName.put(name, new Like(rest.get(at).image, LikePattern.of(pattern, escape)));
        rest.subList(at, rest.size()).clear();
        if (negated) {
            rest.add(new Token(0, "("));
            rest.add(new Token(StrictParserConstants.NOT, "NOT"));
        }
        rest.add(new Token(StrictParserConstants.ID, name));
        if (negated) {
            rest.add(new Token(0, ")"));
        }
    }

    private static boolean beginsOperand(List<Token> tokens, int at) {
        return at == 0
                || tokens.get(at - 1).image.equals("(")
                || switch (kind(tokens, at - 1)) {
                    case StrictParserConstants.NOT, StrictParserConstants.AND, StrictParserConstants.OR -> true;
                    default -> false;
                };
    }

    private static int kind(List<Token> tokens, int at) {
        return at >= 0 && at < tokens.size() ? tokens.get(at).kind : StrictParserConstants.EOF;
    }

    private static String text(Token literal) {
        return literal.image.substring(1, literal.image.length() - 1).replace("''", "'");
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    /** Unknown, hence null, if the message lacks what is compared; false if it is no text. */
    @Nullable
    Boolean value(String name, MessageFields fields) {
        Like like = byName.get(name);
        Object compared = like == null ? null : fields.value(like.property());
        if (like == null || compared == null) {
            return null;
        }
        return compared instanceof String text && like.pattern().matches(text);
    }
}
