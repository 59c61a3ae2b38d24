package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.program.Instruction;

/**
 * Instructions that are put into a function.
 *
 * @param length how many
 * @param registers how many registers of their own they need
 * @param code makes them
 */
record Snippet(int length, int registers, Code code) {
  /** Makes instructions for a place. */
  interface Code {
    /**
     * The instructions.
     *
     * @param base the index that the first one will have
     * @param register the first register of their own
     */
    ImmutableList<Instruction> at(int base, int register);
  }
}
