package org.shmemlab.labs.grading;

import com.google.common.collect.ImmutableList;

/**
 * Holds the outcome of one test.
 *
 * @param seen what was seen, as the grade shows it
 * @param troubles what is wrong; empty where the criterion is met
 */
record TestOutcome(String seen, ImmutableList<Trouble> troubles) {
  static TestOutcome of(String seen, Trouble... troubles) {
    return new TestOutcome(seen, ImmutableList.copyOf(troubles));
  }
}
