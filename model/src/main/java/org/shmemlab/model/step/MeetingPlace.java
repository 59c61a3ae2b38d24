package org.shmemlab.model.step;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.with;

/** Names a place where agents meet; equal places are the same meeting. */
public sealed interface MeetingPlace {
  /** Whether PEs meet there, and not threads of one. */
  default boolean isOfPes() {
    return this instanceof InTeam || this instanceof World;
  }

  /** Whether it releases by a number of arrivals, regardless of the agents. */
  default boolean isCounted() {
    return this instanceof PartOfBlock || this instanceof OfThreads;
  }

  /** A number of this place, which no other has, most likely. */
  default long fingerprint() {
    return fingerprint(AgentNames.NUMBERS);
  }

  /**
   * The same, with its block named otherwise.
   *
   * @param names how blocks are named in the hash of a state
   */
  default long fingerprint(AgentNames names) {
    return switch (this) {
      case InBlock in -> mix(0, in.pe(), in.grid(), names.block(in.pe(), in.grid(), in.block()));
      case PartOfBlock of ->
          with(
              mix(1, of.pe(), of.grid(), names.block(of.pe(), of.grid(), of.block())),
              of.barrier());
      case InWarp in ->
          with(
              mix(2, in.pe(), in.grid(), names.block(in.pe(), in.grid(), in.block())),
              in.warp(),
              in.mask());
      case InGrid in -> mix(3, in.pe(), in.grid());
      case OfThreads of -> mix(4, of.pe(), of.barrier(), of.count());
      case InTeam in -> mix(5, in.team(), in.number());
      case Handover of -> mix(6, of.at().fingerprint(names), of.pe());
      case World _ -> mix(7);
      case Message of -> mix(8, of.to(), of.number());
    };
  }

  record InBlock(int pe, int grid, int block) implements MeetingPlace {}

  /** One of the 16 barriers of a block, at which a part of its threads meet. */
  record PartOfBlock(int pe, int grid, int block, int barrier) implements MeetingPlace {}

  record InWarp(int pe, int grid, int block, int warp, long mask) implements MeetingPlace {}

  record InGrid(int pe, int grid) implements MeetingPlace {}

  /** So many host threads of a PE, at a barrier of this address. */
  record OfThreads(int pe, long barrier, int count) implements MeetingPlace {}

  /** A collective of a team, by its index among those of each member, from 0. */
  record InTeam(int team, int number) implements MeetingPlace {
    /** The one before it. */
    public InTeam before() {
      return new InTeam(team, number - 1);
    }
  }

  /** The arrival of a PE at a collective, for the agents that wait for it. */
  record Handover(InTeam at, int pe) implements MeetingPlace {}

  /** A message to a PE, by its number among those not taken, for the agent that takes it. */
  record Message(int to, int number) implements MeetingPlace {}

  record World() implements MeetingPlace {}
}
