package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import org.jspecify.annotations.Nullable;

/**
 * Takes for one session the next message that its selector wants. It looks at free messages outside the dispatch's monitor, and
 * only one that matches is taken, if nobody else has it by then: what no selector wants is in nobody's way. Called by the one
 * thread that receives.
 */
final class SelectiveClaim {
    private static final System.Logger LOG = System.getLogger(SelectiveClaim.class.getName());

    private final EndpointDispatch dispatch;
    private final EngineSession session;
    private final SelectorScan scan;

    SelectiveClaim(EndpointDispatch dispatch, EngineSession session, SelectorScan scan) {
        this.dispatch = dispatch;
        this.session = session;
        this.scan = scan;
    }

    /**
     * Takes it; {@link FreeMessages#NONE} if there is none now. Looks through all that its flow has not seen yet, however long that
     * takes, unless the session ends.
     */
    long claim() {
        while (!session.isOver()) {
            long msgId = dispatch.handOver().peek(session, scan);
            if (msgId == FreeMessages.NONE) {
                return FreeMessages.NONE;
            }
            if (!isWanted(msgId)) {
                dispatch.handOver().passOn();
            } else if (dispatch.handOver().claimWanted(session, scan, msgId)) {
                return msgId;
            }
        }
        return FreeMessages.NONE;
    }

    /** One that is gone or damaged counts as wanted: who takes it finds out, and holds it [LOG.md L11]. */
    private boolean isWanted(long msgId) {
        Read read = read(msgId);
        return read == null || scan.selector().matches(read.message(), dispatch.attempts(msgId) + 1, read.death());
    }

    /** What a selector looks at. */
    private record Read(Message message, @Nullable DeadLetter death) {}

    private @Nullable Read read(long msgId) {
        try {
            StoredContent stored = dispatch.context().reader().read(msgId);
            return stored == null
                    ? null
                    : new Read(
                            MessageCodec.decode(stored.content()), stored.slot().deadLetter());
        } catch (StoreUnavailableException e) {
            dispatch.handOver().lookAgain(scan, msgId);
            throw new BrokerException(
                    ErrorCode.DATABASE_UNAVAILABLE,
                    "message " + msgId + " on " + dispatch.config().label() + " could not be read for selector \""
                            + scan.selector() + "\": " + e.getMessage(),
                    e);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "message " + msgId + " is damaged", e);
            return null;
        }
    }
}
