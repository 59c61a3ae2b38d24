package org.shmemlab.model.program;

/** Lists the values that an agent has of itself without reading memory. */
public enum SpecialRegister {
  THREAD_IDX_X,
  THREAD_IDX_Y,
  THREAD_IDX_Z,
  BLOCK_IDX_X,
  BLOCK_IDX_Y,
  BLOCK_IDX_Z,
  BLOCK_DIM_X,
  BLOCK_DIM_Y,
  BLOCK_DIM_Z,
  GRID_DIM_X,
  GRID_DIM_Y,
  GRID_DIM_Z,
  /** Index of the thread in its warp of 32, in order of x, then y, then z. */
  LANE,
  /** Index of the thread in its block, in order of x, then y, then z. */
  THREAD_RANK,
  /** The multiprocessor that the block runs on: blocks go round them in their order. */
  MULTIPROCESSOR,
  /** Number of multiprocessors of the GPU. */
  MULTIPROCESSORS,
  /** Number of the launch on its PE. */
  GRID,
  /** The PE's number in the world team. A fault before initialisation. */
  MY_PE,
  /** The number of PEs of the job. A fault before initialisation. */
  N_PES,
  /** Cycles, as the machine's clocks show them: never wall time. */
  CLOCK,
  /** Nanoseconds, likewise. */
  GLOBAL_TIMER
}
