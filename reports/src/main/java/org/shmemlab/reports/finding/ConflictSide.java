package org.shmemlab.reports.finding;

import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.model.step.Access;

/**
 * Describes one access of a conflict for JSON: its agent, place and kind, and the bytes of the
 * object.
 */
public record ConflictSide(
    String kind,
    String file,
    int line,
    int column,
    int pe,
    String object,
    int objectPe,
    Bytes bytes) {
  /** The first and the last byte, counted from the start of the object. */
  record Bytes(long first, long last) {}

  public static ConflictSide of(Access access, ConflictWords words) {
    return new ConflictSide(
        words.noun(access),
        access.line().file(),
        access.line().line(),
        access.line().column(),
        access.pe(),
        access.place().name(),
        access.place().pe(),
        new Bytes(access.from(), access.to() - 1));
  }
}
