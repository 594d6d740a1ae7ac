package io.reprise.broker.model.documentation;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Builds a table of a produced page, row by row. */
public final class MarkdownTable {
    private final StringBuilder text = new StringBuilder();

    public MarkdownTable(String... titles) {
        row(titles);
        text.append("|").append("---|".repeat(titles.length)).append('\n');
    }

    /** Adds a row; a bar within a cell is escaped. */
    public MarkdownTable row(String... cells) {
        text.append(Arrays.stream(cells)
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n")));
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
