package io.reprise.broker.engine.vpn;

/**
 * When what is used of a quota is an alarm: past a share of it, until it is below another, so that it does not come and go.
 *
 * @param raisePercent more than this share raises it
 * @param clearPercent this share, or less, clears it
 */
record QuotaLine(int raisePercent, int clearPercent) {
    /** @param quotaBytes 0 is no quota: never over it */
    boolean isOver(long usedBytes, long quotaBytes, boolean wasOver) {
        int percent = wasOver ? clearPercent : raisePercent;
        return quotaBytes > 0 && usedBytes * 100.0 > quotaBytes * (double) percent;
    }

    /** Whether it may be over it, whatever it was before: most are far below, and that is soon said. */
    boolean mayBeOver(long usedBytes, long quotaBytes) {
        return isOver(usedBytes, quotaBytes, true);
    }

    /** How much that is, for people. */
    static String used(long usedBytes, long quotaBytes) {
        return usedBytes + " of " + quotaBytes + " B";
    }
}
