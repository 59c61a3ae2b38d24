package org.shmemlab.model.device;

import static org.shmemlab.model.memory.StructuralHash.mix;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.access.SynchronizesWith;
import org.shmemlab.model.collectives.Meetings;
import org.shmemlab.model.communication.Completion;
import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.host.HostThreads;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Block;
import org.shmemlab.model.job.Grid;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Launch;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.Stream;
import org.shmemlab.model.job.Task;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.job.Work;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SpecialRegister;

/**
 * Runs the device side of every PE: streams take tasks in order, grids run their blocks as far as
 * there is room on the GPU, threads end.
 *
 * <p>The default stream is CUDA's legacy one: its tasks wait for everything issued before on
 * blocking streams, and theirs for it (CUDA Runtime API, "Stream synchronization behavior").
 */
public final class Device {

  private final JobState jobState;
  private final PlainLoads plainLoads;
  private final SynchronizesWith synchronizesWith;
  private final Completion completion;
  private final Meetings meetings;
  private final HostThreads hostThreads;

  // The grid whose shape was asked for last: a loop asks for one coordinate again and again.
  private Grid.@Nullable Shape lastShape;
  private int lastPe;
  private int lastGrid;

  public Device(
      JobState jobState,
      PlainLoads plainLoads,
      SynchronizesWith synchronizesWith,
      Completion completion,
      Meetings meetings,
      HostThreads hostThreads) {
    this.jobState = jobState;
    this.plainLoads = plainLoads;
    this.synchronizesWith = synchronizesWith;
    this.completion = completion;
    this.meetings = meetings;
    this.hostThreads = hostThreads;
  }

  // ---------------------------------------------------------------- for the run-time system

  /** Makes a stream; gives its handle. */
  public int createStream(Agent host, boolean blocking) {
    stream(host.pe, Stream.DEFAULT);
    PeState pe = jobState.writablePe(host.pe).ownDevice();
    return newStream(pe, blocking, host.nameOfChild()).handle;
  }

  /** Forgets a stream once its queued work is done. */
  public void destroyStream(int pe, long handle) {
    Stream stream = userStream(pe, handle);
    stream.destroyed = true;
    jobState.wakeStream(pe, stream.agent);
  }

  /**
   * Whether a stream has nothing left to do.
   *
   * @throws Fault if there is no such stream
   */
  public boolean idle(int pe, long handle) {
    if (Stream.isDefault(handle) && jobState.peState(pe).streams.isEmpty()) {
      return true;
    }
    Stream stream = stream(pe, handle);
    if (stream.handle == Stream.DEFAULT) {
      // Synchronising with the legacy stream means with every blocking stream.
      return jobState.peState(pe).streams.stream().noneMatch(s -> s.blocking && !s.idle());
    }
    return stream.idle();
  }

  /**
   * The host has waited for a stream: everything that the stream did happens-before the host's next
   * step.
   */
  public void joined(Agent host, long handle) {
    PeState state = jobState.peState(host.pe);
    for (Stream stream : state.streams) {
      if (stream.handle == handle || (Stream.isDefault(handle) && stream.blocking)) {
        synchronizesWith.order(stream.agent, host.id);
      }
    }
  }

  /** The host has waited for its whole device. */
  public void joined(Agent host) {
    PeState state = jobState.peState(host.pe);
    for (Stream stream : state.streams) {
      synchronizesWith.order(stream.agent, host.id);
    }
  }

  /** Whether no stream of the PE has anything left to do. */
  public boolean idle(int pe) {
    for (Stream stream : jobState.peState(pe).streams) {
      if (!stream.idle()) {
        return false;
      }
    }
    return true;
  }

  /** Queues a grid. Scalars in {@code arguments} are values, aggregates addresses of copies. */
  public void launch(
      Agent host,
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
            jobState.line(host));
    submit(host, stream, new Work.Launch(shape, arguments, parameterObjects));
  }

  /** The number of the kernel at a function address, checked to be one. */
  public int kernel(long address) {
    int function = jobState.functionAt(address);
    if (!jobState.code(function).source.kernel()) {
      throw new Fault(
          "'%s' is launched and is not a kernel", jobState.code(function).source.name());
    }
    return function;
  }

  /** Bytes of static shared memory that a block of a kernel uses. */
  public int staticSharedBytes(int kernel) {
    return jobState.variables().sharedBytes(kernel);
  }

  /** How many blocks of a kernel with this shape the PE's GPU holds at once. */
  public int residentLimit(int kernel, int threadsPerBlock, int dynamicShared) {
    Job.Gpu gpu = jobState.job().gpu();
    return gpu.multiprocessors()
        * gpu.residentBlocks(threadsPerBlock, dynamicShared + staticSharedBytes(kernel));
  }

  /** CUDA graphs of the PEs. */
  public Graphs graphs() {
    return new Graphs(jobState, this);
  }

  // ---------------------------------------------------------------- for the interpreter

  public void enqueue(Agent agent, Instruction.Enqueue enqueue) {
    long handle = agent.registers[agent.base + enqueue.stream()];
    ImmutableLongArray arguments =
        ImmutableLongArray.copyOf(Frames.values(agent, enqueue.arguments()));
    submit(agent, handle, new Work.Call(enqueue.function(), arguments));
  }

  /** Gives a stream's agent its next code to run; false if there is none yet. */
  public boolean nextTask(Agent agent) {
    if (agent.kind != Agent.Kind.STREAM) { // a thread that has ended, or a mutex
      agent.wait = new Wait.ForTask();
      return false;
    }
    PeState pe = jobState.writablePe(agent.pe).ownDevice();
    Stream stream = pe.stream(agent.thread);
    while (true) {
      if (runsGrid(stream)) {
        Grid grid = pe.grids.get(stream.grid);
        if (grid != null && !grid.done()) {
          agent.wait = new Wait.ForGrid(grid.id);
          return false;
        }
        // The stores of the threads to peers are visible before anything that follows in the
        // stream.
        if (!completion.systemFence(agent)) {
          return false;
        }
        if (grid != null) {
          agent.kernels += grid.longestThread;
          for (long parameter : grid.parameterObjects.toArray()) {
            Allocation.release(jobState, agent.pe, parameter, Residence.READ_ONLY);
          }
          pe.grids.remove(grid.id);
        }
        taskDone(stream, agent.pe);
      }
      Task next = stream.queue.peekFirst();
      // A destroyed stream keeps its agent: its steps still happen-before those of hosts and
      // events.
      if (next == null || !mayStart(pe, stream, next)) {
        agent.wait = new Wait.ForTask();
        return false;
      }
      orderStreams(pe, stream);
      stream.queue.removeFirst();
      jobState.happensBeforeListener().started(agent.pe, agent.id, next.sequence());
      synchronizesWith.order(next.keeper(), agent.id);
      jobState.forgetKeeper(next.keeper());
      orderAfter(pe, next, agent);
      stream.current = next;
      jobState.changed();
      switch (next.work()) {
        case Work.Call call -> {
          Frames.enter(jobState, agent, call.function(), call.arguments().toArray());
          return true;
        }
        case Work.Launch launch -> startGrid(pe, stream, next.sequence(), launch);
        case Work.Join _ -> taskDone(stream, agent.pe);
      }
    }
  }

  /** Whether the kernel that a stream runs has ended, and nothing after it has started. */
  public boolean kernelIsOver(Agent agent) {
    PeState pe = jobState.peState(agent.pe);
    Stream stream = pe.stream(agent.thread);
    Grid grid = pe.grids.get(stream.grid);
    return runsGrid(stream) && (grid == null || grid.done());
  }

  /** An agent returned from its outermost function. */
  public void finished(Agent agent, long value) {
    switch (agent.kind) {
      case HOST -> {
        if (agent.thread == 0) {
          hostThreads.exitPe(agent.pe, (int) value);
        } else {
          hostThreads.finished(agent, value);
        }
      }
      case KEEPER -> throw new IllegalStateException("a keeper has no code");
      case STREAM -> {
        agent.function = -1;
        taskDone(jobState.writablePe(agent.pe).ownDevice().stream(agent.thread), agent.pe);
      }
      case DEVICE_THREAD -> threadEnded(agent);
    }
  }

  /** Ends a thread of a grid in the midst of its functions. */
  public void exit(Agent agent) {
    Frames.unwind(jobState, agent);
    threadEnded(agent);
  }

  public long special(Agent agent, SpecialRegister register) {
    return switch (register) {
      case MY_PE, N_PES -> {
        LibraryUse.requireInitialised(jobState, agent.pe, "the PE number is asked");
        yield register == SpecialRegister.MY_PE ? agent.pe : jobState.job().pes();
      }
      case CLOCK -> jobState.clocks().cycles(agent);
      case GLOBAL_TIMER -> jobState.clocks().nanoseconds(agent);
      default -> {
        Grid.Shape known = agent.grid == lastGrid && agent.pe == lastPe ? lastShape : null;
        Grid.Shape shape = known == null ? findShape(agent) : known;
        yield coordinate(agent, shape, jobState.job().gpu(), register);
      }
    };
  }

  private Grid.Shape findShape(Agent agent) {
    Grid grid = jobState.peState(agent.pe).grids.get(agent.grid);
    if (grid == null) {
      throw new Fault("thread coordinates are asked outside a kernel");
    }
    lastShape = grid.shape;
    lastGrid = agent.grid;
    lastPe = agent.pe;
    return grid.shape;
  }

  private static long coordinate(
      Agent agent, Grid.Shape shape, Job.Gpu gpu, SpecialRegister register) {
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
      case MULTIPROCESSOR -> block % gpu.multiprocessors();
      case MULTIPROCESSORS -> gpu.multiprocessors();
      case GRID -> agent.grid;
      case MY_PE, N_PES, CLOCK, GLOBAL_TIMER ->
          throw new IllegalStateException(register + " is no coordinate");
    };
  }

  // ---------------------------------------------------------------- streams

  private void submit(Agent host, long handle, Work work) {
    Stream stream = stream(host.pe, handle);
    if (stream.destroyed) {
      throw new Fault("work is queued on stream %s, which was destroyed", handle);
    }
    PeState pe = jobState.writablePe(host.pe).ownDevice();
    if (stream.capture != null) {
      Captures.add(pe, stream, work);
      jobState.changed();
    } else {
      Captures.requireNoneBeside(pe, stream);
      queue(host, stream, work, ImmutableList.of(), ImmutableIntArray.of());
    }
  }

  // The host's later steps are not ordered before the task, although it may start later still.
  void queue(
      Agent host,
      Stream stream,
      Work work,
      ImmutableList<Task.Dependency> after,
      ImmutableIntArray releases) {
    long sequence = jobState.writablePe(host.pe).ownDevice().nextSequence++;
    int keeper = jobState.keeper(host.pe, stream.handle, (int) sequence);
    synchronizesWith.order(host.id, keeper);
    Task task = new Task(sequence, keeper, work, after, releases);
    stream.queue.addLast(task);
    if (isLasting(work)) {
      stream.lasting(task, jobState.line(host));
    }
    jobState.changed();
    jobState.wakeStream(host.pe, stream.agent);
  }

  // Of copies, frees and events nothing is left when the process ends.
  private boolean isLasting(Work work) {
    return switch (work) {
      case Work.Launch _ -> true;
      case Work.Join _ -> false;
      case Work.Call call ->
          Arrays.stream(jobState.code(call.function()).body)
              .anyMatch(instruction ->
                  instruction instanceof Instruction.LibraryCall
                      || instruction instanceof Instruction.Arrive
                      || instruction instanceof Instruction.CallIndirect);
    };
  }

  private void taskDone(Stream stream, int pe) {
    if (stream.current != null) {
      Agent agent = jobState.writableAgent(stream.agent);
      agent.streamProgress = agent.streamProgress.and(stream.handle, stream.current.sequence());
      for (int keeper : stream.current.releases().asList()) {
        synchronizesWith.order(agent.id, keeper);
      }
    }
    stream.current = null;
    jobState.changed();
    jobState.wakeDevice(pe);
  }

  private boolean mayStart(PeState pe, Stream stream, Task task) {
    if (!jobState.job().allowance().streamsAtOnce() && turnOf(pe, task) != null) {
      return false;
    }
    for (Task.Dependency dependency : task.after()) {
      if (pe.stream(dependency.stream()).busyBefore(dependency.sequence() + 1)) {
        return false;
      }
    }
    if (!stream.blocking) {
      return true;
    }
    for (Stream other : pe.streams) {
      boolean ordered =
          stream.handle == Stream.DEFAULT
              ? other.blocking && other.handle != Stream.DEFAULT
              : other.handle == Stream.DEFAULT;
      if (ordered && other.busyBefore(task.sequence())) {
        return false;
      }
    }
    return true;
  }

  /**
   * The stream with an unfinished task that was queued before this one; null if there is none. Only
   * where a GPU's tasks run in turn does this one wait for that. The wait is no edge of
   * happens-before: no document promises it.
   */
  public static @Nullable Stream turnOf(PeState pe, Task task) {
    return pe.streams.stream()
        .filter(other -> other.busyBefore(task.sequence()))
        .findFirst()
        .orElse(null);
  }

  // The default stream and the blocking ones are ordered after each other.
  private void orderStreams(PeState pe, Stream stream) {
    if (!stream.blocking) {
      return;
    }
    for (Stream other : pe.streams) {
      if (stream.handle == Stream.DEFAULT ? other.blocking : other.handle == Stream.DEFAULT) {
        synchronizesWith.order(other.agent, stream.agent);
      }
    }
  }

  private static boolean runsGrid(Stream stream) {
    return stream.current != null && stream.current.work() instanceof Work.Launch;
  }

  private void orderAfter(PeState pe, Task task, Agent agent) {
    for (Task.Dependency dependency : task.after()) {
      if (dependency.keeper() < 0) {
        synchronizesWith.order(pe.stream(dependency.stream()).agent, agent.id);
      } else {
        synchronizesWith.order(dependency.keeper(), agent.id);
        jobState.forgetKeeper(dependency.keeper());
      }
    }
  }

  /** The stream of a handle, ready to be changed. */
  Stream stream(int pe, long handle) {
    PeState state = jobState.writablePe(pe).ownDevice();
    if (state.streams.isEmpty()) {
      newStream(state, true, Agent.nameOfFirst(Agent.Kind.STREAM, pe));
    }
    return state.stream(Stream.isDefault(handle) ? Stream.DEFAULT : handle);
  }

  private Stream userStream(int pe, long handle) {
    if (Stream.isDefault(handle)) {
      throw new Fault("the default stream cannot be destroyed");
    }
    return stream(pe, handle);
  }

  private Stream newStream(PeState pe, boolean blocking, long name) {
    int count = pe.streams.size();
    int handle = count == 0 ? Stream.DEFAULT : Stream.FIRST_USER + count - 1;
    Agent agent = jobState.newAgent(pe.pe, Agent.Kind.STREAM, -1, -1, handle, name);
    Stream stream = new Stream(handle, blocking, agent.id);
    pe.streams.add(stream);
    return stream;
  }

  // ---------------------------------------------------------------- grids

  private void startGrid(PeState pe, Stream stream, long task, Work.Launch launch) {
    Grid.Shape shape = launch.shape();
    int limit = residentLimit(shape.kernel(), shape.threadsPerBlock(), shape.dynamicShared());
    Grid grid = new Grid(pe.nextGrid++, task, launch, stream.handle, limit);
    stream.grid = grid.id;
    pe.grids.put(grid.id, grid);
    startBlocks(pe);
  }

  private void startBlocks(PeState pe) {
    Job.Gpu gpu = jobState.job().gpu();
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
    ObjectTable shared = jobState.variables().ofBlock();
    shared.put(
        Program.DYNAMIC_SHARED,
        MemoryObject.unset(
            "dynamic shared memory",
            Residence.SHARED,
            grid.shape.dynamicShared(),
            jobState.owner()));
    Block block = new Block(index, grid.shape.threadsPerBlock(), shared);
    grid.resident.put(index, block);
    long[] arguments = grid.arguments.toArray();
    for (int thread = 0; thread < block.threads.length; thread++) {
      long name = mix(mix(Agent.Kind.DEVICE_THREAD.ordinal(), pe.pe, grid.task), index, thread);
      Agent agent =
          jobState.newAgent(pe.pe, Agent.Kind.DEVICE_THREAD, grid.id, index, thread, name);
      plainLoads.begins(agent);
      block.threads[thread] = agent.id;
      synchronizesWith.order(pe.stream(grid.stream).agent, agent.id);
      Frames.enter(jobState, agent, grid.shape.kernel(), arguments);
    }
  }

  private void threadEnded(Agent agent) {
    PeState pe = jobState.writablePe(agent.pe).ownDevice();
    Grid grid = pe.grids.get(agent.grid);
    @Nullable Block block = grid == null ? null : grid.resident.get(agent.block);
    if (grid == null || block == null) {
      throw new IllegalStateException("a thread ends in a block that is not resident");
    }
    block.threads[agent.thread] = -1;
    block.live--;
    grid.longestThread = Math.max(grid.longestThread, agent.executed);
    synchronizesWith.order(agent.id, pe.stream(grid.stream).agent);
    jobState.end(agent);
    if (block.live > 0) {
      meetings.threadEnded(agent.pe, agent.grid, agent.block);
      return;
    }
    meetings.blockEnded(agent.pe, agent.grid, agent.block);
    grid.resident.remove(block.index);
    grid.finished++;
    pe.residentThreads -= block.threads.length;
    startBlocks(pe);
    if (grid.done()) {
      jobState.wakeDevice(agent.pe);
    }
  }
}
