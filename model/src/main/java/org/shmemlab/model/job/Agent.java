package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.StructuralHash;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.MeetingPlace;

/**
 * Holds the state of a thread of control inside a PE: a host thread, a thread of a launched grid,
 * or a stream. It is plain state: a program counter, registers and frames.
 */
public final class Agent {
  /** Lists the kinds of agents. */
  public enum Kind {
    HOST,
    DEVICE_THREAD,
    STREAM,
    /**
     * Takes no step: it keeps the clocks of agents that unlocked a mutex of host threads, queued a
     * task on a stream or recorded an event there, for the agents that synchronize with them.
     */
    KEEPER
  }

  public static final int FRAME =
      5; // function, return index, register base, destination, slot base

  private static final int MOST_HASHED = 1 << 14;

  public final int id;
  public final int pe;
  public final Kind kind;
  public final int grid; // or -1
  public final int block;
  public final int thread; // rank in the block, the stream's handle, or the host thread's number
  public final long name; // which no other has, in any order of an execution, most likely
  Owner owner;

  public int function = -1; // -1: no code to run
  public int pc;
  public int base;
  public long[] registers;
  public int[] frames;
  public int depth;
  public long[] slots;
  public int slotTop;
  public int slotBase;
  public @Nullable ObjectTable locals;

  public boolean done;
  public @Nullable Wait wait; // set by the step that could not be taken
  public long deviceSeen; // the machine's device progress then
  public int awaiting = -1; // operation whose call has not returned
  public @Nullable TreeMap<Integer, Integer>
      late; // registers whose values have not landed: operation
  public @Nullable UninitializedRegisters
      unset; // null: every register that was written holds a value
  public @Nullable MeetingPlace at; // arrived and not yet met
  public ImmutableMap<Long, Bytes> landing =
      ImmutableMap.of(); // results that a collective writes on return
  public long meetingResult; // of a thread that has ended: its result
  public @Nullable Uninitialized meetingUnset; // the bits of that result without a value
  public boolean ended; // a host thread that is not joined yet
  public boolean detached; // a host thread that will never be joined
  public boolean failed; // it failed, and takes no step any more
  public RmaRegion region = RmaRegion.NONE; // of the library
  public ImmutableSortedMap<Long, Long> own =
      ImmutableSortedMap.of(); // thread-local variables: copies
  AsyncCopies smallCopies = AsyncCopies.NONE; // by cp.async
  AsyncCopies bulkCopies = AsyncCopies.NONE; // by cp.async.bulk
  private boolean copying; // whether there are any of both, which every access asks
  public ObservedWords observedWords =
      ObservedWords.NONE; // of the wait or test that it stands before
  public int nextWord; // where its next call that asks for any word begins
  public int failedPolls; // counted where an exploration bounds them
  public long lastLook; // the last test's value, and its place; kept there, too
  public long refreshed; // when it last emptied its cache, by the clock of its PE's caches
  public boolean warm; // whether it never did, and began with everything in it
  public long waited; // when it last passed a call that waits and does not empty it
  public @Nullable SourceLine waitedAt; // where that was
  public long executed;
  public StreamProgress streamProgress = StreamProgress.NONE; // that a stream or a keeper follows
  public long kernels; // of a stream: instructions of the longest thread of each of its kernels
  private int children;
  public boolean running;
  public @Nullable Block blockNow; // of a running device thread that has used its shared memory
  long hash; // of the part of a fingerprint that is this agent's alone
  boolean hashed;

  public Agent(int id, int pe, Kind kind, int grid, int block, int thread, long name, Owner owner) {
    this.id = id;
    this.pe = pe;
    this.kind = kind;
    this.grid = grid;
    this.block = block;
    this.thread = thread;
    this.name = name;
    this.owner = owner;
    this.registers = EMPTY_LONGS;
    this.frames = EMPTY_INTS;
    this.slots = EMPTY_LONGS;
  }

  private static final long[] EMPTY_LONGS = {};
  private static final int[] EMPTY_INTS = {};

  public Agent copyFor(Owner newOwner) {
    Agent copy = new Agent(id, pe, kind, grid, block, thread, name, newOwner);
    copy.function = function;
    copy.pc = pc;
    copy.base = base;
    copy.registers = registers.clone();
    copy.frames = frames.length == 0 ? frames : frames.clone();
    copy.depth = depth;
    copy.slots = slots.length == 0 ? slots : slots.clone();
    copy.slotTop = slotTop;
    copy.slotBase = slotBase;
    copy.locals = locals == null ? null : locals.copy();
    copy.done = done;
    copy.wait = wait;
    copy.deviceSeen = deviceSeen;
    copy.awaiting = awaiting;
    copy.late = late == null ? null : new TreeMap<>(late);
    copy.unset = unset == null ? null : unset.copy();
    copy.at = at;
    copy.meetingResult = meetingResult;
    copy.meetingUnset = meetingUnset;
    copy.landing = landing;
    copy.ended = ended;
    copy.detached = detached;
    copy.failed = failed;
    copy.region = region;
    copy.own = own;
    copy.smallCopies = smallCopies;
    copy.bulkCopies = bulkCopies;
    copy.copying = copying;
    copy.observedWords = observedWords;
    copy.nextWord = nextWord;
    copy.failedPolls = failedPolls;
    copy.lastLook = lastLook;
    copy.refreshed = refreshed;
    copy.warm = warm;
    copy.waited = waited;
    copy.waitedAt = waitedAt;
    copy.executed = executed;
    copy.streamProgress = streamProgress;
    copy.kernels = kernels;
    copy.children = children;
    return copy;
  }

  /** A name for the first thread of a PE's host, or its default stream, which no agent makes. */
  public static long nameOfFirst(Kind kind, int pe) {
    return mix(kind.ordinal(), pe, -1); // of three numbers: those of children are of two
  }

  /**
   * A name for the next agent that this one makes: it consists of this agent and an index, and of
   * no number that others could have taken before.
   */
  public long nameOfChild() {
    return mix(name, ++children);
  }

  public int id() {
    return id;
  }

  public int pe() {
    return pe;
  }

  public Kind kind() {
    return kind;
  }

  /**
   * A number that is the same in every order of an execution, and which no other agent of it has,
   * most likely; the other numbers of an agent may be given out again.
   */
  public long name() {
    return name;
  }

  /** The launch that a device thread belongs to, counted on its PE; -1 for others. */
  public int grid() {
    return grid;
  }

  /** The block of a device thread; -1 for others. */
  public int block() {
    return block;
  }

  /** A device thread's rank in its block, a stream's handle. */
  public int thread() {
    return thread;
  }

  /** Instructions executed so far. */
  public long executed() {
    return executed;
  }

  /** Whether it runs on the device's side: its loads and stores reach device memory. */
  public boolean onDevice() {
    return kind == Kind.DEVICE_THREAD;
  }

  /** Whether this device thread has asked for copies that it has not waited for. */
  public boolean hasCopies() {
    return copying;
  }

  /**
   * Checks an access of its own against them.
   *
   * @throws org.shmemlab.model.memory.Fault if an asynchronous copy may still write the bytes, or
   *     read those that the access changes
   */
  public void checkCopies(long address, int bytes, boolean changes) {
    if (hasCopies()) {
      smallCopies.check(address, bytes, changes);
      bulkCopies.check(address, bytes, changes);
    }
  }

  /** Copies of one mechanism that this device thread has not waited for. */
  public AsyncCopies copies(boolean bulk) {
    return bulk ? bulkCopies : smallCopies;
  }

  /** Says which copies of one mechanism are left. */
  public void copies(boolean bulk, AsyncCopies left) {
    if (bulk) {
      bulkCopies = left;
    } else {
      smallCopies = left;
    }
    copying = !smallCopies.isEmpty() || !bulkCopies.isEmpty();
  }

  /** Notes that a register (by its absolute index) waits for an operation's value. */
  public void expect(int register, int operation) {
    if (late == null) {
      late = new TreeMap<>();
    }
    late.put(register, operation);
  }

  /** Copies a register's value, or that it has not landed. */
  public void copyRegister(int from, int to) {
    Integer operation = late == null ? null : late.get(from);
    if (operation == null) {
      overwrite(to);
      registers[to] = registers[from];
    } else {
      expect(to, operation);
    }
  }

  /** The bits of a register (by its absolute index) that hold no value; null if all do. */
  public @Nullable Uninitialized unset(int register) {
    return unset == null ? null : unset.of(register);
  }

  /** Says which bits of a register (by its absolute index) hold no value; null: all do. */
  public void unset(int register, @Nullable Uninitialized bits) {
    if (unset == null) {
      if (bits == null) {
        return;
      }
      unset = new UninitializedRegisters();
    }
    unset.put(register, bits);
    if (unset.isEmpty()) {
      unset = null;
    }
  }

  /** A register gets another value: the one that has not landed is not needed. */
  public void overwrite(int register) {
    expectNo(expected -> expected.getKey() == register);
  }

  /** Whether an operation's value is waited for, or will land in a register that needs it. */
  public boolean expects(int operation) {
    return awaiting == operation || (late != null && late.containsValue(operation));
  }

  /** Values that will land in registers from an absolute index on are not needed. */
  public void leave(int base) {
    expectNo(expected -> expected.getKey() >= base);
  }

  private void expectNo(Predicate<Map.Entry<Integer, Integer>> which) {
    if (late != null && late.entrySet().removeIf(which) && late.isEmpty()) {
      late = null;
    }
  }

  /**
   * A value has arrived: for the register of the call that waits for it, and for those that expect
   * it.
   */
  public void arrived(int register, int operation, long value, @Nullable Uninitialized bits) {
    if (awaiting == operation) {
      registers[register] = value;
      unset(register, bits);
    }
    if (late != null) {
      for (Map.Entry<Integer, Integer> copy : late.entrySet()) {
        if (copy.getValue() == operation) {
          registers[copy.getKey()] = value;
          unset(copy.getKey(), bits);
        }
      }
      expectNo(expected -> expected.getValue() == operation);
    }
  }

  public ObjectTable locals() {
    if (locals == null) {
      locals = new ObjectTable(Space.LOCAL);
    }
    return locals;
  }

  /** Makes room for {@code count} registers from the current base. */
  public void ensureRegisters(int top) {
    if (top > registers.length) {
      registers =
          Arrays.copyOf(registers, Math.max(top, Math.min(2 * registers.length, top + 4096)));
    }
  }

  /**
   * A value that differs whenever the agent's position or registers differ, most likely. Of an
   * agent deep in recursion it always differs: a hash of all its frames would cost too much.
   */
  public long stateHash() {
    long hash = StructuralHash.mix(function, pc, depth);
    if (registers.length > MOST_HASHED) {
      return hash + executed;
    }
    for (long register : registers) {
      hash = hash * 0x9E3779B97F4A7C15L + register;
    }
    return hash;
  }
}
