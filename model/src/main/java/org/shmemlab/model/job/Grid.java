package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;

import com.google.common.primitives.ImmutableLongArray;
import java.util.TreeMap;
import org.shmemlab.model.program.SourceLine;

/**
 * Holds the state of a launched kernel: blocks waiting for room, resident blocks, finished blocks.
 */
public final class Grid {
  /**
   * The shape of a launch.
   *
   * @param dynamicShared bytes of dynamic shared memory per block
   * @param launch the promise of the launch about its blocks
   */
  public record Shape(
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
    public int blocks() {
      return gridX * gridY * gridZ;
    }

    public int threadsPerBlock() {
      return blockX * blockY * blockZ;
    }

    long fingerprint() {
      long blocks = mix(gridX, gridY, gridZ);
      long threads = mix(blockX, blockY, blockZ);
      return mix(mix(kernel, dynamicShared, launch.ordinal()), blocks, threads);
    }
  }

  public final int id;
  public final long task; // its number among those of the PE, in the order in which they came
  public final Shape shape;
  public final ImmutableLongArray arguments;
  public final ImmutableLongArray parameterObjects;
  public final int stream;
  public final int residentLimit;
  public int nextBlock;
  public int finished;
  public long longestThread; // instructions of the ended thread that executed most
  public final TreeMap<Integer, Block> resident;

  public Grid(int id, long task, Work.Launch launch, int stream, int residentLimit) {
    this.id = id;
    this.task = task;
    this.shape = launch.shape();
    this.arguments = launch.arguments();
    this.parameterObjects = launch.parameterObjects();
    this.stream = stream;
    this.residentLimit = residentLimit;
    this.resident = new TreeMap<>();
  }

  private Grid(Grid other) {
    this.id = other.id;
    this.task = other.task;
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

  public boolean done() {
    return finished == shape.blocks();
  }

  public boolean fits() {
    return shape.blocks() <= residentLimit;
  }
}
