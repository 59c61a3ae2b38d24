package org.shmemlab.model.job;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A CUDA stream: tasks in order, executed by an agent of its own. */
public final class Stream {
  /** The handle of the default one. */
  public static final int DEFAULT = 0;

  /** The first handle of those that a program makes: 1 and 2 are cudaStreamLegacy and PerThread. */
  public static final int FIRST_USER = 3;

  public final int handle;
  public final boolean blocking;
  public final int agent;
  public final ArrayDeque<Task> queue;
  public @Nullable Task current;
  public boolean destroyed;
  public int grid = -1; // the grid that the current task runs

  public Stream(int handle, boolean blocking, int agent) {
    this.handle = handle;
    this.blocking = blocking;
    this.agent = agent;
    this.queue = new ArrayDeque<>();
  }

  private Stream(Stream other) {
    this.handle = other.handle;
    this.blocking = other.blocking;
    this.agent = other.agent;
    this.queue = new ArrayDeque<>(other.queue);
    this.current = other.current;
    this.destroyed = other.destroyed;
    this.grid = other.grid;
  }

  Stream copy() {
    return new Stream(this);
  }

  public boolean idle() {
    return current == null && queue.isEmpty();
  }

  /** Whether work issued before {@code sequence} is still to be done. */
  public boolean busyBefore(long sequence) {
    Task oldest = current != null ? current : queue.peekFirst();
    return oldest != null && oldest.sequence() < sequence;
  }
}
