package org.shmemlab.reports.json;

/**
 * Names the kind of a JSON document, and its version: {@code docs/schemas} has a JSON Schema for
 * each. A number grows when a document changes so that a reader of the old one could be wrong; a
 * new key that may be ignored leaves it.
 */
public enum Schema {
  /** {@code run}. */
  RUN("run", 1),
  /** {@code run --runs N}: how often each outcome was seen. */
  RUN_OUTCOMES("run-outcomes", 1),
  /** {@code check} under profiles. */
  CHECK("check", 1),
  /** {@code check --transport}. */
  CHECK_TRANSPORT("check-transport", 1),
  /** {@code check --all-transports}. */
  CHECK_TABLE("check-table", 1),
  /** {@code check --robust}. */
  CHECK_ROBUST("check-robust", 1),
  /** {@code check --replay} and {@code --schedule}. */
  CHECK_REPLAY("check-replay", 1),
  LAYOUT("layout", 1),
  PERFTEST("perftest", 1),
  PLATFORMS("platforms", 1),
  PLATFORM("platform", 1),
  PLAN("plan", 1),
  PLAN_QUERY("plan-query", 1),
  FIT("fit", 1),
  /** {@code accuracy}. */
  ACCURACY("accuracy", 1),
  /** {@code accuracy RESULTS}. */
  ACCURACY_LOOPS("accuracy-loops", 1),
  CALIBRATE("calibrate", 1),
  /** {@code native compare}. */
  NATIVE_COMPARE("native-compare", 1),
  CONFORMANCE("conformance", 1),
  ATTACK("attack", 1),
  /** {@code lab grade}. */
  LAB_GRADE("lab-grade", 1);

  private final String key;
  private final int version;

  Schema(String key, int version) {
    this.key = key;
    this.version = version;
  }

  /** The name in a document, which is the {@code $id} of the schema. */
  public String id() {
    return "urn:shmemlab:" + key + ":" + version;
  }

  /** The name of the file in {@code docs/schemas}. */
  public String file() {
    return key + "-" + version + ".json";
  }
}
