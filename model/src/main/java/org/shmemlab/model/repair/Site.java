package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.Change.Spot;

/**
 * Describes a statement of the source that communicates, waits, meets, or accesses memory.
 *
 * @param inside whether it follows a condition on its own line, as a body does
 * @param kind the instruction that makes it visible
 * @param anchors the index of that instruction in each of {@code spots}
 * @param spots its instructions in every function that was made of this source
 */
record Site(
    SourceLine line,
    boolean inside,
    Instruction kind,
    ImmutableList<Integer> anchors,
    ImmutableList<Spot> spots) {
  /** The function it stands in; the first one where several were made of it. */
  int function() {
    return spots.get(0).function();
  }

  int first() {
    return spots.get(0).first();
  }
}
