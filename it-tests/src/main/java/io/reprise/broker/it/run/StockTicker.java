package io.reprise.broker.it.run;

import io.reprise.broker.it.run.StockPrices.Price;
import io.reprise.broker.it.suite.LiveStream;
import io.reprise.broker.it.suite.SubjectClient;
import java.io.PrintStream;
import java.util.List;

/** Last values and live updates: who subscribes late gets the last price of each share at once, then each new one. */
final class StockTicker {

    private static final String FILTER = "/Stocks/>";

    private final SubjectClient subjects;
    private final PrintStream out;

    StockTicker(SubjectClient subjects, PrintStream out) {
        this.subjects = subjects;
        this.out = out;
    }

    void run(Counts counts) {
        StockPrices prices = StockPrices.read();
        out.println("Stocks: publishing " + prices.earlier().size() + " prices of "
                + prices.newest().size()
                + " shares, retained, on /Stocks/<market>/<symbol>; then somebody subscribes to " + FILTER + ":");
        prices.earlier().forEach(price -> subjects.publish(price.subject(), price.text()));
        try (LiveStream stream = subjects.stream(FILTER)) {
            int snapshots = show(stream, "SNAPSHOT", prices.newest().size());
            stream.next();
            out.println("Stocks: the next price of each is published, live:");
            prices.newest().forEach(price -> subjects.publish(price.subject(), price.text()));
            int updates = show(stream, "UPDATE", prices.newest().size());
            counts.add(
                    "last prices a late subscriber got",
                    snapshots,
                    prices.newest().size());
            counts.add(
                    "prices it got live, afterwards", updates, prices.newest().size());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            counts.fail("the stocks were interrupted");
        }
        counts.add(
                "shares whose last price is kept",
                kept(prices.newest()),
                prices.newest().size());
    }

    /** Reads so many events; how many of them have that name. */
    private int show(LiveStream stream, String name, int count) throws InterruptedException {
        int named = 0;
        for (int i = 0; i < count; i++) {
            LiveStream.Event event = stream.next();
            if (event.name().equals(name)) {
                named++;
                out.println("  " + event.json().getString("subject") + "  " + event);
            }
        }
        return named;
    }

    private int kept(List<Price> newest) {
        return (int) newest.stream()
                .filter(price -> subjects.snapshot(price.subject()).orElse("").equals(price.text()))
                .count();
    }
}
