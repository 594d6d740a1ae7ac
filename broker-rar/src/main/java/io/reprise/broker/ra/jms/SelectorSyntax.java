package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import org.apache.qpid.jms.selector.SelectorParser;
import org.apache.qpid.jms.selector.filter.FilterException;

/**
 * Whether a text reads as a selector at all, for who must know before there is an engine to ask. The engine judges it again, and its
 * meaning too, when it is bound. Stateless.
 */
public final class SelectorSyntax {
    private SelectorSyntax() {}

    /**
     * Gives the text back.
     *
     * @throws BrokerException {@code INVALID_SELECTOR} with the place and the reason
     */
    public static String checked(String text) {
        try {
            SelectorParser.parse(text);
        } catch (FilterException e) {
            Throwable reason = e.getCause();
            if (reason != null && !(reason instanceof RuntimeException)) {
                String told = String.valueOf(reason.getMessage()).strip().replaceAll("\\s+", " ");
                throw new BrokerException(ErrorCode.INVALID_SELECTOR, told, e);
            }
        }
        return text;
    }
}
