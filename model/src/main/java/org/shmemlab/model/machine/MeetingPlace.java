package org.shmemlab.model.machine;

/** Where agents meet; equal places are the same meeting. */
public sealed interface MeetingPlace {
  record InBlock(int pe, int grid, int block) implements MeetingPlace {}

  /** One of the 16 barriers of a block, at which a part of its threads meet. */
  record PartOfBlock(int pe, int grid, int block, int barrier) implements MeetingPlace {}

  record InWarp(int pe, int grid, int block, int warp, long mask) implements MeetingPlace {}

  record InGrid(int pe, int grid) implements MeetingPlace {}

  /** So many host threads of a PE, at a barrier of this address. */
  record OfThreads(int pe, long barrier, int count) implements MeetingPlace {}

  record InTeam(int team) implements MeetingPlace {}

  record World() implements MeetingPlace {}
}
