package io.reprise.broker.it.seam;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/**
 * {@code POST /seam?publishers=…&messages=…&seed=…}: so many publishers send so many messages each, one by one, as fast as they can, to topics that
 * follow from the seed; answers when all are stored. {@code GET /seam?bean=…}: what a bean saw.
 */
@WebServlet("/seam")
public class SeamServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private transient ConnectionFactory factory;

    @Resource
    private transient ManagedExecutorService threads;

    /** The topics of a publisher's messages, in their order. */
    static int[] topics(int publisher, int messages, long seed) {
        return new Random(seed + publisher)
                .ints(messages, 0, ReplaySeamIT.TOPICS)
                .toArray();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().write(String.join("\n", SeamRecord.lines(request.getParameter("bean"))));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int publishers = Integer.parseInt(request.getParameter("publishers"));
        int messages = Integer.parseInt(request.getParameter("messages"));
        long seed = Long.parseLong(request.getParameter("seed"));
        List<Callable<Integer>> work = new ArrayList<>();
        for (int i = 0; i < publishers; i++) {
            int publisher = i;
            work.add(() -> publish(publisher, topics(publisher, messages, seed)));
        }
        try {
            int sent = 0;
            for (Future<Integer> done : threads.invokeAll(work)) {
                sent += done.get();
            }
            response.getWriter().write(Integer.toString(sent));
        } catch (Exception failure) {
            throw new IOException(failure);
        }
    }

    private int publish(int publisher, int[] topics) {
        try (JMSContext context = factory.createContext()) {
            JMSProducer producer = context.createProducer();
            for (int i = 0; i < topics.length; i++) {
                producer.send(context.createTopic("seam/" + topics[i]), publisher + ":" + i);
            }
        }
        return topics.length;
    }
}
