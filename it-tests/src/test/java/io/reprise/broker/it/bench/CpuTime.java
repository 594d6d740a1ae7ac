package io.reprise.broker.it.bench;

import java.time.Duration;

/**
 * Processor time that two processes used; unlike rates it hardly depends on what else the machine does.
 *
 * @param engine of this process
 * @param database of the database's
 */
record CpuTime(Duration engine, Duration database) {

    static CpuTime now(long databasePid) {
        return new CpuTime(
                used(ProcessHandle.current()),
                ProcessHandle.of(databasePid).map(CpuTime::used).orElse(Duration.ZERO));
    }

    CpuTime since(CpuTime before) {
        return new CpuTime(engine.minus(before.engine), database.minus(before.database));
    }

    /** Microseconds for each of so many messages. */
    String perMessage(long messages) {
        return "cpu/message: engine %5.1f µs, database %5.1f µs"
                .formatted(engine.toNanos() / 1e3 / messages, database.toNanos() / 1e3 / messages);
    }

    private static Duration used(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
