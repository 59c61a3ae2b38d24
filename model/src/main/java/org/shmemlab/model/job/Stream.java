package org.shmemlab.model.job;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;

/** Holds the state of a CUDA stream: tasks in order, executed by an agent of its own. */
public final class Stream {
  /** The handle of the default one. */
  public static final int DEFAULT = 0;

  /** The first handle of those that a program makes: 1 and 2 are cudaStreamLegacy and PerThread. */
  public static final int FIRST_USER = 3;

  /** Whether a handle names the default stream: 1 and 2 are its other names. */
  public static boolean isDefault(long handle) {
    return handle >= DEFAULT && handle < FIRST_USER;
  }

  /** The sequence of a task that never was. */
  static final long NOTHING = -1;

  public final int handle;
  public final boolean blocking;
  public final int agent;
  public final ArrayDeque<Task> queue;
  public @Nullable Task current;
  public boolean destroyed;
  public int grid = -1; // the grid that the current task runs
  public @Nullable Capture capture; // where its work becomes a graph
  long lastLasting = NOTHING; // the last task that does something which outlives the process
  private @Nullable SourceLine lastingAt; // where the host queued that

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
    this.capture = other.capture;
    this.lastLasting = other.lastLasting;
    this.lastingAt = other.lastingAt;
  }

  Stream copy() {
    return new Stream(this);
  }

  /**
   * Says that the last task does something which outlives the process.
   *
   * @param line where the host queued it
   */
  public void lasting(Task task, SourceLine line) {
    lastLasting = task.sequence();
    lastingAt = line;
  }

  /** Where the host queued the last task that does; null if there was none. */
  public @Nullable SourceLine lastingAt() {
    return lastingAt;
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
