package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableLongArray;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.SpecialRegister;

/**
 * The device side of every PE: streams take tasks in order, grids run their blocks as far as there
 * is room on the GPU, threads end.
 *
 * <p>The default stream is CUDA's legacy one: its tasks wait for everything issued before on
 * blocking streams, and theirs for it (CUDA Runtime API, "Stream synchronization behavior").
 */
public final class Device {
  /** The default stream's handle. */
  public static final int DEFAULT_STREAM = 0;

  private static final int FIRST_USER_STREAM = 3; // 1 and 2 are cudaStreamLegacy and PerThread

  private final Machine machine;

  Device(Machine machine) {
    this.machine = machine;
  }

  // ---------------------------------------------------------------- for the run-time system

  /** Makes a stream; gives its handle. */
  public int createStream(int pe, boolean blocking) {
    stream(pe, DEFAULT_STREAM);
    return newStream(machine.writablePe(pe).ownDevice(), blocking).handle;
  }

  /** Forgets a stream once its queued work is done. */
  public void destroyStream(int pe, long handle) {
    Stream stream = userStream(pe, handle);
    stream.destroyed = true;
    machine.wakeStream(pe, stream.agent);
  }

  /**
   * Whether a stream has nothing left to do.
   *
   * @throws Fault if there is no such stream
   */
  public boolean idle(int pe, long handle) {
    if (isDefault(handle) && machine.peState(pe).streams.isEmpty()) {
      return true;
    }
    Stream stream = stream(pe, handle);
    if (stream.handle == DEFAULT_STREAM) {
      // Synchronising with the legacy stream means with every blocking stream.
      return machine.peState(pe).streams.stream().noneMatch(s -> s.blocking && !s.idle());
    }
    return stream.idle();
  }

  /** The host has waited for a stream: it comes after everything the stream did. */
  public void joined(Agent host, long handle) {
    PeState state = machine.peState(host.pe);
    for (Stream stream : state.streams) {
      boolean joins =
          stream.handle == handle || (isDefault(handle) && (stream.blocking || stream.handle == 0));
      if (joins) {
        machine.order(stream.agent, host.id);
      }
    }
  }

  /** The host has waited for its whole device. */
  public void joined(Agent host) {
    PeState state = machine.peState(host.pe);
    for (Stream stream : state.streams) {
      machine.order(stream.agent, host.id);
    }
  }

  /** Whether no stream of the PE has anything left to do. */
  public boolean idle(int pe) {
    return machine.peState(pe).streams.stream().allMatch(Stream::idle);
  }

  /** Queues a grid. Scalars in {@code arguments} are values, aggregates addresses of copies. */
  public void launch(
      ServiceCall call,
      int kernel,
      int[] grid,
      int[] block,
      int dynamicShared,
      long stream,
      Launch launch,
      ImmutableLongArray arguments,
      ImmutableLongArray parameterObjects) {
    Grid.Shape shape =
        new Grid.Shape(
            kernel,
            grid[0],
            grid[1],
            grid[2],
            block[0],
            block[1],
            block[2],
            dynamicShared,
            launch,
            machine.line(call.agent()));
    submit(
        call.agent(),
        stream,
        (sequence, keeper) ->
            new Task.Launch(sequence, keeper, shape, arguments, parameterObjects));
  }

  /** The number of the kernel at a function address, checked to be one. */
  public int kernel(long address) {
    int function = machine.functionAt(address);
    if (!machine.code(function).source.kernel()) {
      throw new Fault(
          "'" + machine.code(function).source.name() + "' is launched and is not a kernel");
    }
    return function;
  }

  /** Bytes of shared memory that the program declares statically. */
  public int staticSharedBytes() {
    return machine.variables().sharedBytes();
  }

  /** How many blocks of this shape the PE's GPU holds at once. */
  public int residentLimit(int threadsPerBlock, int dynamicShared) {
    Job.Gpu gpu = machine.job().gpu();
    return gpu.multiprocessors()
        * gpu.residentBlocks(threadsPerBlock, dynamicShared + staticSharedBytes());
  }

  // ---------------------------------------------------------------- for the interpreter

  void enqueue(Agent agent, Instruction.Enqueue enqueue) {
    long handle = agent.registers[agent.base + enqueue.stream()];
    ImmutableLongArray arguments =
        ImmutableLongArray.copyOf(Interpreter.values(agent, enqueue.arguments()));
    submit(
        agent,
        handle,
        (sequence, keeper) -> new Task.Call(sequence, keeper, enqueue.function(), arguments));
  }

  /** Gives a stream's agent its next code to run; false if there is none yet. */
  boolean nextTask(Agent agent) {
    if (agent.kind != Agent.Kind.STREAM) { // a thread that has ended, or a mutex
      agent.wait = new Wait.ForTask();
      return false;
    }
    PeState pe = machine.writablePe(agent.pe).ownDevice();
    Stream stream = byHandle(pe, agent.thread);
    while (true) {
      if (stream.current instanceof Task.Launch) {
        Grid grid = pe.grids.get(stream.grid);
        if (grid != null && !grid.done()) {
          agent.wait = new Wait.ForGrid(grid.id);
          return false;
        }
        // What the threads stored to peers is visible before whatever follows in the stream.
        if (!machine.communication().systemFence(agent)) {
          return false;
        }
        if (grid != null) {
          agent.kernels += grid.longestThread;
          for (long parameter : grid.parameterObjects.toArray()) {
            machine.release(agent.pe, parameter, Residence.READ_ONLY);
          }
          pe.grids.remove(grid.id);
        }
        taskDone(stream, agent.pe);
      }
      Task next = stream.queue.peekFirst();
      // A destroyed stream keeps its agent: hosts and events still come after what it did.
      if (next == null || !mayStart(pe, stream, next)) {
        agent.wait = new Wait.ForTask();
        return false;
      }
      orderStreams(pe, stream);
      stream.queue.removeFirst();
      machine.causality().started(agent.pe, agent.id, next.sequence());
      machine.order(next.keeper(), agent.id);
      machine.forgetKeeper(next.keeper());
      stream.current = next;
      machine.changed();
      switch (next) {
        case Task.Call call -> {
          Interpreter.enter(machine, agent, call.function(), call.arguments().toArray());
          return true;
        }
        case Task.Launch launch -> startGrid(pe, stream, launch);
      }
    }
  }

  /** Whether the kernel that a stream runs has ended, and nothing behind it has started. */
  boolean kernelIsOver(Agent agent) {
    PeState pe = machine.peState(agent.pe);
    Stream stream = byHandle(pe, agent.thread);
    Grid grid = pe.grids.get(stream.grid);
    return stream.current instanceof Task.Launch && (grid == null || grid.done());
  }

  /** What is queued on a stream's agent and has not started. */
  Iterable<Task> tasks(Agent agent) {
    return byHandle(machine.peState(agent.pe), agent.thread).queue;
  }

  /** The line that queued what a stream is doing; line 0 where it does nothing. */
  SourceLine taskLine(Agent agent) {
    if (agent.kind == Agent.Kind.STREAM) {
      Stream stream = byHandle(machine.peState(agent.pe), agent.thread);
      if (stream.current instanceof Task.Launch launch) {
        return launch.shape().line();
      }
    }
    return new SourceLine(machine.program().name(), 0);
  }

  /** An agent returned from its outermost function. */
  void finished(Agent agent, long value) {
    switch (agent.kind) {
      case HOST -> {
        if (agent.thread == 0) {
          machine.exit(agent.pe, (int) value);
        } else {
          machine.hostThreads().finished(agent, value);
        }
      }
      case KEEPER -> throw new IllegalStateException("a keeper has no code");
      case STREAM -> {
        agent.function = -1;
        taskDone(byHandle(machine.writablePe(agent.pe).ownDevice(), agent.thread), agent.pe);
      }
      case DEVICE_THREAD -> threadEnded(agent);
    }
  }

  Block writableBlock(Agent agent) {
    Grid grid = machine.writablePe(agent.pe).ownDevice().grids.get(agent.grid);
    Block block = grid == null ? null : grid.resident.get(agent.block);
    if (block == null) {
      throw new IllegalStateException("a thread runs in a block that is not resident");
    }
    return block;
  }

  /** How the kernel of a device thread was launched. */
  Launch launch(Agent agent) {
    Grid grid = machine.peState(agent.pe).grids.get(agent.grid);
    if (grid == null) {
      throw new IllegalStateException("a thread runs in a grid that is not running");
    }
    return grid.shape.launch();
  }

  long special(Agent agent, SpecialRegister register) {
    return switch (register) {
      case MY_PE, N_PES -> {
        machine.requireInitialised(agent.pe, "the PE number is asked");
        yield register == SpecialRegister.MY_PE ? agent.pe : machine.job().pes();
      }
      case CLOCK -> machine.clocks().cycles(agent);
      case GLOBAL_TIMER -> machine.clocks().nanoseconds(agent);
      default -> {
        Grid grid = machine.peState(agent.pe).grids.get(agent.grid);
        if (grid == null) {
          throw new Fault("thread coordinates are asked outside a kernel");
        }
        yield coordinate(agent, grid.shape, register);
      }
    };
  }

  private static long coordinate(Agent agent, Grid.Shape shape, SpecialRegister register) {
    int thread = agent.thread;
    int block = agent.block;
    return switch (register) {
      case THREAD_IDX_X -> thread % shape.blockX();
      case THREAD_IDX_Y -> thread / shape.blockX() % shape.blockY();
      case THREAD_IDX_Z -> thread / shape.blockX() / shape.blockY();
      case BLOCK_IDX_X -> block % shape.gridX();
      case BLOCK_IDX_Y -> block / shape.gridX() % shape.gridY();
      case BLOCK_IDX_Z -> block / shape.gridX() / shape.gridY();
      case BLOCK_DIM_X -> shape.blockX();
      case BLOCK_DIM_Y -> shape.blockY();
      case BLOCK_DIM_Z -> shape.blockZ();
      case GRID_DIM_X -> shape.gridX();
      case GRID_DIM_Y -> shape.gridY();
      case GRID_DIM_Z -> shape.gridZ();
      case LANE -> thread % 32;
      case THREAD_RANK -> thread;
      case MY_PE, N_PES, CLOCK, GLOBAL_TIMER ->
          throw new IllegalStateException(register + " is no coordinate");
    };
  }

  // ---------------------------------------------------------------- streams

  /** Makes a task of its number and its keeper's. */
  private interface Queued {
    Task task(long sequence, int keeper);
  }

  // What the host does later the task does not come after, although it may start later still.
  private void submit(Agent host, long handle, Queued queued) {
    Stream stream = stream(host.pe, handle);
    if (stream.destroyed) {
      throw new Fault("work is queued on stream " + handle + ", which was destroyed");
    }
    long sequence = machine.writablePe(host.pe).ownDevice().nextSequence++;
    int keeper = machine.keeper(host.pe, stream.handle, (int) sequence);
    machine.order(host.id, keeper);
    stream.queue.addLast(queued.task(sequence, keeper));
    machine.changed();
    machine.wakeStream(host.pe, stream.agent);
  }

  private void taskDone(Stream stream, int pe) {
    stream.current = null;
    machine.changed();
    machine.wakeDevice(pe);
  }

  private static boolean mayStart(PeState pe, Stream stream, Task task) {
    if (!stream.blocking) {
      return true;
    }
    for (Stream other : pe.streams) {
      boolean ordered =
          stream.handle == DEFAULT_STREAM
              ? other.blocking && other.handle != DEFAULT_STREAM
              : other.handle == DEFAULT_STREAM;
      if (ordered && other.busyBefore(task.sequence())) {
        return false;
      }
    }
    return true;
  }

  // The default stream and the blocking ones come after each other.
  private void orderStreams(PeState pe, Stream stream) {
    if (!stream.blocking) {
      return;
    }
    for (Stream other : pe.streams) {
      if (stream.handle == DEFAULT_STREAM ? other.blocking : other.handle == DEFAULT_STREAM) {
        machine.order(other.agent, stream.agent);
      }
    }
  }

  private Stream stream(int pe, long handle) {
    PeState state = machine.writablePe(pe).ownDevice();
    if (state.streams.isEmpty()) {
      newStream(state, true);
    }
    return byHandle(state, isDefault(handle) ? DEFAULT_STREAM : handle);
  }

  private Stream userStream(int pe, long handle) {
    if (isDefault(handle)) {
      throw new Fault("the default stream cannot be destroyed");
    }
    return stream(pe, handle);
  }

  private static boolean isDefault(long handle) {
    return handle >= 0 && handle < FIRST_USER_STREAM;
  }

  private static Stream byHandle(PeState pe, long handle) {
    List<Stream> streams = pe.streams;
    int index = handle == DEFAULT_STREAM ? 0 : (int) handle - FIRST_USER_STREAM + 1;
    if (handle < 0 || index < 0 || index >= streams.size()) {
      throw new Fault("stream handle " + handle + " names no stream; create it first");
    }
    return streams.get(index);
  }

  private Stream newStream(PeState pe, boolean blocking) {
    int count = pe.streams.size();
    int handle = count == 0 ? DEFAULT_STREAM : FIRST_USER_STREAM + count - 1;
    Agent agent = machine.newAgent(pe.pe, Agent.Kind.STREAM, -1, -1, handle);
    Stream stream = new Stream(handle, blocking, agent.id);
    pe.streams.add(stream);
    return stream;
  }

  // ---------------------------------------------------------------- grids

  private void startGrid(PeState pe, Stream stream, Task.Launch launch) {
    int limit = residentLimit(launch.shape().threadsPerBlock(), launch.shape().dynamicShared());
    Grid grid = new Grid(pe.nextGrid++, launch, stream.handle, limit);
    stream.grid = grid.id;
    pe.grids.put(grid.id, grid);
    startBlocks(pe);
  }

  private void startBlocks(PeState pe) {
    Job.Gpu gpu = machine.job().gpu();
    int capacity = gpu.multiprocessors() * gpu.threadsPerMultiprocessor();
    for (Grid grid : pe.grids.values()) {
      int threads = grid.shape.threadsPerBlock();
      while (grid.nextBlock < grid.shape.blocks()
          && grid.resident.size() < grid.residentLimit
          && pe.residentThreads + threads <= capacity) {
        startBlock(pe, grid, grid.nextBlock++);
        pe.residentThreads += threads;
      }
    }
  }

  private void startBlock(PeState pe, Grid grid, int index) {
    ObjectTable shared = machine.variables().ofBlock();
    shared.put(
        Program.DYNAMIC_SHARED,
        MemoryObject.unset(
            "dynamic shared memory",
            Residence.SHARED,
            grid.shape.dynamicShared(),
            machine.owner()));
    Block block = new Block(index, grid.shape.threadsPerBlock(), shared);
    grid.resident.put(index, block);
    long[] arguments = grid.arguments.toArray();
    for (int thread = 0; thread < block.threads.length; thread++) {
      Agent agent = machine.newAgent(pe.pe, Agent.Kind.DEVICE_THREAD, grid.id, index, thread);
      machine.plainLoads().begins(agent);
      block.threads[thread] = agent.id;
      machine.order(byHandle(pe, grid.stream).agent, agent.id);
      Interpreter.enter(machine, agent, grid.shape.kernel(), arguments);
    }
  }

  private void threadEnded(Agent agent) {
    PeState pe = machine.writablePe(agent.pe).ownDevice();
    Grid grid = pe.grids.get(agent.grid);
    @Nullable Block block = grid == null ? null : grid.resident.get(agent.block);
    if (grid == null || block == null) {
      throw new IllegalStateException("a thread ends in a block that is not resident");
    }
    block.threads[agent.thread] = -1;
    block.live--;
    grid.longestThread = Math.max(grid.longestThread, agent.executed);
    machine.order(agent.id, byHandle(pe, grid.stream).agent);
    machine.end(agent);
    if (block.live > 0) {
      machine.meetings().threadEnded(agent.pe, agent.grid, agent.block);
      return;
    }
    grid.resident.remove(block.index);
    grid.finished++;
    pe.residentThreads -= block.threads.length;
    startBlocks(pe);
    if (grid.done()) {
      machine.wakeDevice(agent.pe);
    }
  }
}
