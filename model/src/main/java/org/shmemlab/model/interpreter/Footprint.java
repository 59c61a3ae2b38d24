package org.shmemlab.model.interpreter;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.AsyncCopies;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access.Use;

/**
 * Records the accesses of one call of the run-time system to the program's memory before it is
 * made: a library call on memory is loads and stores of its caller (memory model, section 9).
 */
public final class Footprint {
  /**
   * Bytes that the call accesses, and how.
   *
   * @param line where the program asks for that
   */
  public record Touch(long address, long bytes, Use use, SourceLine line) {
    private boolean covers(long start, int size) {
      return start >= address && start + size <= address + bytes;
    }
  }

  private static final int MUTEX_BYTES = 4;
  private static final int CONDITION_BYTES = 24;

  private final JobState jobState;
  private final JobMemory memory;
  private final Agent agent;
  private final long[] arguments;
  private final List<Touch> touches = new ArrayList<>(0);
  private final BitSet mailboxes = new BitSet(0);

  public Footprint(JobState jobState, JobMemory memory, Agent agent, long[] arguments) {
    this.jobState = jobState;
    this.memory = memory;
    this.agent = agent;
    this.arguments = arguments;
  }

  /** Number of arguments. */
  public int count() {
    return arguments.length;
  }

  /** Argument {@code index} as a register. */
  public long argument(int index) {
    return arguments[index];
  }

  /** Argument {@code index} as a C {@code int}. */
  public int intArgument(int index) {
    return (int) arguments[index];
  }

  /** The state of the job. */
  public JobState jobState() {
    return jobState;
  }

  public Agent agent() {
    return agent;
  }

  /** The PE that calls. */
  public int pe() {
    return agent.pe;
  }

  /** Notes bytes that the call reads; a size that no object has is the call's own error. */
  public void reads(long address, long bytes) {
    add(address, bytes, Use.LOAD);
  }

  /** Notes bytes that the call writes. */
  public void writes(long address, long bytes) {
    add(address, bytes, Use.STORE);
  }

  /**
   * Notes the accesses of an asynchronous copy.
   *
   * @param bulk whether it is a bulk copy
   */
  public void copies(AsyncCopies.Copy copy, boolean bulk) {
    add(copy.source(), copy.bytes(), bulk ? Use.BULK_SOURCE : Use.LOAD, copy.line());
    add(copy.destination(), copy.written(), bulk ? Use.BULK_DESTINATION : Use.STORE, copy.line());
  }

  /** Notes the use of a mutex. */
  public void mutex(long address) {
    add(address, MUTEX_BYTES, Use.LOCK);
  }

  /** Notes the use of a condition variable. */
  public void condition(long address) {
    add(address, CONDITION_BYTES, Use.CONDITION);
  }

  /** Notes the use of the messages that a PE has received: the order of such calls counts. */
  public void mailbox(int pe) {
    mailboxes.set(pe);
  }

  /** Notes the end of the object that starts at an address; of none at a null pointer. */
  public void frees(long address) {
    if (address != Address.NULL) {
      add(address, bytesOf(address), Use.FREE);
    }
  }

  /**
   * The size of the object at an address.
   *
   * @throws Fault if there is none
   */
  public long bytesOf(long address) {
    return memory.object(agent, address).size();
  }

  /**
   * The characters of a string, whose bytes up to its zero the call reads, that one included.
   *
   * @param limit most bytes that the call reads, unsigned; -1 for all
   * @throws Fault if there is no zero up to the end of the object; the bytes that the call reads
   *     are noted
   */
  public String text(long address, long limit) {
    reads(address, memory.textBytes(agent, address, limit));
    return memory.text(agent, address, limit);
  }

  /**
   * A value that the call reads to find its other accesses.
   *
   * @throws Fault if the agent may not read there
   */
  public long load(ScalarType type, long address) {
    reads(address, type.bytes());
    return memory.load(agent, type, address);
  }

  private void add(long address, long bytes, Use use) {
    add(address, bytes, use, jobState.line(agent));
  }

  private void add(long address, long bytes, Use use, SourceLine line) {
    if (bytes > 0 && bytes <= Address.MAX_BYTES) {
      touches.add(new Touch(address, bytes, use, line));
    }
  }

  public List<Touch> touches() {
    return Collections.unmodifiableList(touches);
  }

  /** The PEs whose messages the call uses. */
  public BitSet mailboxes() {
    return (BitSet) mailboxes.clone();
  }

  /** Whether all of these bytes are noted as accessed so. */
  boolean covers(long address, int bytes, boolean updates) {
    for (Touch touch : touches) {
      if ((updates ? touch.use().updates() : !touch.use().stores())
          && touch.covers(address, bytes)) {
        return true;
      }
    }
    return bytes == 0;
  }
}
