package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableLongArray;
import java.util.TreeMap;
import org.shmemlab.model.program.SourceLine;

/** A launched kernel: blocks waiting for room, resident blocks, finished blocks. */
final class Grid {
  /**
   * What is launched.
   *
   * @param dynamicShared bytes of dynamic shared memory per block
   * @param launch what the launch promises about its blocks
   */
  record Shape(
      int kernel,
      int gridX,
      int gridY,
      int gridZ,
      int blockX,
      int blockY,
      int blockZ,
      int dynamicShared,
      Launch launch,
      SourceLine line) {
    int blocks() {
      return gridX * gridY * gridZ;
    }

    int threadsPerBlock() {
      return blockX * blockY * blockZ;
    }
  }

  final int id;
  final Shape shape;
  final ImmutableLongArray arguments;
  final ImmutableLongArray parameterObjects;
  final int stream;
  final int residentLimit;
  int nextBlock;
  int finished;
  long longestThread; // instructions of the ended thread that executed most
  final TreeMap<Integer, Block> resident;

  Grid(int id, Task.Launch launch, int stream, int residentLimit) {
    this.id = id;
    this.shape = launch.shape();
    this.arguments = launch.arguments();
    this.parameterObjects = launch.parameterObjects();
    this.stream = stream;
    this.residentLimit = residentLimit;
    this.resident = new TreeMap<>();
  }

  private Grid(Grid other) {
    this.id = other.id;
    this.shape = other.shape;
    this.arguments = other.arguments;
    this.parameterObjects = other.parameterObjects;
    this.stream = other.stream;
    this.residentLimit = other.residentLimit;
    this.nextBlock = other.nextBlock;
    this.finished = other.finished;
    this.longestThread = other.longestThread;
    this.resident = new TreeMap<>();
    other.resident.forEach((index, block) -> resident.put(index, block.copy()));
  }

  Grid copy() {
    return new Grid(this);
  }

  boolean done() {
    return finished == shape.blocks();
  }

  boolean fits() {
    return shape.blocks() <= residentLimit;
  }
}
