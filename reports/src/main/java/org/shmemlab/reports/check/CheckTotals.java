package org.shmemlab.reports.check;

/**
 * Counts the checked files, by their results.
 *
 * @param tests litmus tests; one counts once, under however many profiles it was explored
 * @param testsAsExpected those of which every profile's verdict is the expected one
 * @param announced programs that announce what must be found
 * @param announcedAsExpected those of which exactly that was found
 * @param others programs that announce nothing
 * @param clean those without any finding, in every order
 * @param warned those whose findings only some documents have
 * @param broken those with an error
 * @param accepted those whose findings are all accepted
 * @param rejected files that are no program or test
 */
public record CheckTotals(
    int tests,
    int testsAsExpected,
    int announced,
    int announcedAsExpected,
    int others,
    int clean,
    int warned,
    int broken,
    int accepted,
    int rejected) {
  /** Of no files at all. */
  public static final CheckTotals NONE = new CheckTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
