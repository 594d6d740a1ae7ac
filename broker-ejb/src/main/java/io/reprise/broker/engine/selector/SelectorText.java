package io.reprise.broker.engine.selector;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.activemq.artemis.selector.filter.BooleanExpression;
import org.apache.activemq.artemis.selector.strict.ParseException;
import org.apache.activemq.artemis.selector.strict.SimpleCharStream;
import org.apache.activemq.artemis.selector.strict.StrictParser;
import org.apache.activemq.artemis.selector.strict.StrictParserConstants;
import org.apache.activemq.artemis.selector.strict.StrictParserTokenManager;
import org.apache.activemq.artemis.selector.strict.Token;
import org.apache.activemq.artemis.selector.strict.TokenMgrError;
import org.jspecify.annotations.Nullable;

/** Reads a selector's text, and refuses what the library would take but the standard has not. Stateless. */
final class SelectorText {
    /** Longer ones come from programs gone wrong; and evaluating one takes stack by its length. In characters. */
    static final int MAX_LENGTH = 4_000;

    /** The header fields that a selector may not name [JMS 3.1 §3.8.1.1], which would always be null. */
    private static final Set<String> UNSELECTABLE = Set.of(
            "JMSDestination",
            "JMSReplyTo",
            "JMSExpiration",
            "JMSRedelivered",
            "JMSDeliveryTime",
            "JMS_Reprise_ReplicationGroupMsgId");

    private SelectorText() {}

    /** @param likes takes the LIKE conditions over */
    static BooleanExpression parse(String text, LikeConditions likes) {
        if (text.length() > MAX_LENGTH) {
            throw refused(text, text.length() + " characters, allowed " + MAX_LENGTH, null);
        }
        try {
            return parse(NotPrecedence.bracketed(likes.takeOut(tokens(text))), text);
        } catch (ParseException | TokenMgrError e) {
            throw refused(text, reason(e), e);
        } catch (StackOverflowError e) {
            throw refused(text, "nested too deeply", e);
        } catch (BrokerException e) {
            throw e;
        } catch (RuntimeException e) {
            throw refused(text, reason(e), e);
        }
    }

    /** A text that is wrong as it was given too is to be blamed for that: the places are then those of the given one. */
    private static BooleanExpression parse(String bracketed, String given) throws ParseException {
        try {
            return parseLiterally(bracketed);
        } catch (ParseException e) {
            parseLiterally(given);
            throw e;
        }
    }

    private static BooleanExpression parseLiterally(String text) throws ParseException {
        return new StrictParser(new StringReader(text)).JmsSelector();
    }

    private static List<Token> tokens(String text) {
        StrictParserTokenManager source =
                new StrictParserTokenManager(new SimpleCharStream(new StringReader(text), 1, 1));
        List<Token> tokens = new ArrayList<>();
        for (Token token = source.getNextToken();
                token.kind != StrictParserConstants.EOF;
                token = source.getNextToken()) {
            check(text, token);
            tokens.add(token);
        }
        return tokens;
    }

    private static void check(String text, Token token) {
        switch (token.kind) {
            case StrictParserConstants.XPATH, StrictParserConstants.XQUERY ->
                throw refused(text, at(token) + token.image + " is not of Jakarta Messaging", null);
            case StrictParserConstants.ID -> checkIdentifier(text, token);
            default -> {}
        }
    }

    private static void checkIdentifier(String text, Token token) {
        if (UNSELECTABLE.contains(token.image) || token.image.startsWith(LikeConditions.PREFIX)) {
            throw refused(text, at(token) + "a selector may not name " + token.image, null);
        }
    }

    private static String at(Token token) {
        return "at line " + token.beginLine + ", column " + token.beginColumn + ": ";
    }

    private static String reason(Throwable e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message.strip().replaceAll("\\s+", " ");
    }

    private static BrokerException refused(String text, String reason, @Nullable Throwable cause) {
        BrokerException refused =
                BrokerException.refused(ErrorCode.INVALID_SELECTOR, "selector \"" + text + "\"", reason, GRAMMAR);
        if (cause != null) {
            refused.initCause(cause);
        }
        return refused;
    }

    private static final String GRAMMAR = "a condition of Jakarta Messaging 3.1 §3.8";
}
