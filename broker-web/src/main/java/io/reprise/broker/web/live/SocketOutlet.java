package io.reprise.broker.web.live;

import jakarta.websocket.CloseReason;

/** What goes out of a WebSocket. Never blocks. */
interface SocketOutlet {
    /** Sends one text; one of the two is called when it is through, by any thread, also before this returns. The next is sent after that. */
    void send(String frame, Runnable sent, Runnable failed);

    /** Says why and closes. */
    void close(CloseReason.CloseCode code, String reason);
}
