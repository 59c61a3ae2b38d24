package org.shmemlab.model.program;

import com.google.common.collect.ImmutableList;

/**
 * One function as agents execute it.
 *
 * @param name the source's name
 * @param kernel whether it can be launched as a grid
 * @param parameters in order; parameter i arrives in register i
 * @param registers how many registers a call needs, parameters included
 * @param slots its addressable variables
 * @param body the instructions; the last one never falls through
 * @param lines the source line of each instruction
 */
public record AgentCode(
    String name,
    boolean kernel,
    ImmutableList<Parameter> parameters,
    int registers,
    ImmutableList<Slot> slots,
    ImmutableList<Instruction> body,
    ImmutableList<SourceLine> lines) {
  public AgentCode {
    if (body.size() != lines.size()) {
      throw new IllegalArgumentException(name + ": every instruction needs a source line");
    }
  }

  /** The function without its body. */
  AgentCode emptied() {
    return new AgentCode(
        name,
        kernel,
        parameters,
        registers,
        ImmutableList.of(),
        ImmutableList.of(new Instruction.Return(Instruction.NO_REGISTER)),
        lines.subList(0, 1));
  }
}
