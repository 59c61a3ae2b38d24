package org.shmemlab.model.threads;

/**
 * Lets order flow at an event of a thread: one clock joins another.
 *
 * @param line where it stands in its file, from 1
 * @param event the event
 * @param from the clock that flows
 * @param to the clock that it joins
 * @param scope how far
 * @param section the section of the document that says so
 */
public record ThreadRule(
    int line, String event, ClockName from, ClockName to, RuleScope scope, String section) {
  @Override
  public String toString() {
    return event + " | " + from.key() + " | " + to.key() + " | " + scope.key();
  }
}
