package io.reprise.broker.it.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Ten years of monthly prices, in the order of the file, which has one symbol after the other.
 *
 * @param earlier all but the newest of each symbol
 * @param newest one of each symbol
 */
record StockPrices(List<Price> earlier, List<Price> newest) {

    private static final String FILE = "/io/reprise/broker/it/demo/stocks.csv";

    /**
     * One price.
     *
     * @param subject {@code /Stocks/<market>/<symbol>}
     * @param text month and price
     */
    record Price(String subject, String text) {
        static Price parse(String line) {
            String[] columns = line.split(",", -1);
            return new Price(subject(columns[0]), columns[1] + ": " + columns[2]);
        }

        private static String subject(String symbol) {
            return "/Stocks/" + (symbol.equals("IBM") ? "NYSE/" : "NASDAQ/") + symbol;
        }
    }

    static StockPrices read() {
        List<Price> all = lines().stream().skip(1).map(Price::parse).toList();
        Map<String, Price> newest = new LinkedHashMap<>();
        all.forEach(price -> newest.put(price.subject(), price));
        return new StockPrices(
                all.stream()
                        .filter(price -> newest.get(price.subject()) != price)
                        .toList(),
                List.copyOf(newest.values()));
    }

    private static List<String> lines() {
        InputStream file = Objects.requireNonNull(StockPrices.class.getResourceAsStream(FILE), FILE);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return lines.lines().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
