package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** A browser sees what is there and leaves it there. */
final class BrowsingTest extends ClientFixture {
    private static List<String> texts(Enumeration<?> messages) throws JMSException {
        List<String> texts = new ArrayList<>();
        while (messages.hasMoreElements()) {
            texts.add(text((Message) messages.nextElement()));
        }
        return texts;
    }

    @Test
    void showsEverythingEachTimeAndChangesNothing() throws JMSException {
        put("a", "b");
        QueueBrowser browser = session(Session.AUTO_ACKNOWLEDGE).createBrowser(orders);

        assertThat(texts(browser.getEnumeration())).containsExactly("a", "b");
        put("c");
        assertThat(texts(browser.getEnumeration())).containsExactly("a", "b", "c");

        assertThat(waiting()).isEqualTo("a:0 b:0 c:0");
        assertThat(vpn.queue("orders").binds()).isEmpty();
        assertThat(browser.getQueue()).isEqualTo(orders);
        assertThat(browser.getMessageSelector()).isNull();
    }

    @Test
    void messagesAreReadOnlyAndAcknowledgingThemDoesNothing() throws JMSException {
        put("a");
        QueueBrowser browser = session(Session.CLIENT_ACKNOWLEDGE).createBrowser(orders);

        TextMessage message = (TextMessage) browser.getEnumeration().nextElement();
        message.acknowledge();

        assertThatThrownBy(() -> message.setText("x")).isInstanceOf(MessageNotWriteableException.class);
        assertThat(waiting()).isEqualTo("a:0");
    }

    @Test
    void endsWithItsSessionOrByItself() throws JMSException {
        put("a");
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        QueueBrowser one = session.createBrowser(orders);
        QueueBrowser other = session.createBrowser(orders);
        Enumeration<?> messages = other.getEnumeration();

        one.close();
        assertThatThrownBy(one::getEnumeration).isInstanceOf(IllegalStateException.class);
        session.close();
        assertThatThrownBy(other::getEnumeration).isInstanceOf(IllegalStateException.class);
        assertThat(messages.hasMoreElements()).isFalse();
        assertThatThrownBy(messages::nextElement).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void isRefusedOfWhatIsNotThereAndBySelectorsThatAreNone() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);

        assertThatThrownBy(() -> session.createBrowser(new RepriseQueue("nowhere")))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createBrowser(orders, "a = =")).isInstanceOf(InvalidSelectorException.class);
        assertThat(session.createBrowser(orders, " a = 1 ").getMessageSelector())
                .isEqualTo("a = 1");
    }
}
