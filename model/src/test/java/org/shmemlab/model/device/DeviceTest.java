package org.shmemlab.model.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Faults.refused;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Launch;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.step.HappensBeforeListener;

/** Streams, kernels and blocks of one small GPU. */
class DeviceTest {
  /** Two SMs of 64 threads and 1024 bytes of shared memory each. */
  private static final Job.Gpu GPU = new Job.Gpu(2, 64, 32, 1024, 64, 1 << 20);

  private static final int DEFAULT = 0;
  private static final long FUEL = 1000;

  /** A job about to launch kernels. */
  private static final class Launching {
    private final Machine machine;
    private final JobState state;
    private final Device device;
    private final int kernel;

    Launching() {
      Sketch sketch = new Sketch();
      long tile = sketch.variable("tile", Variable.Storage.SHARED, 256);
      sketch.variable("of another kernel", Variable.Storage.SHARED, 128);
      kernel = sketch.kernel(code -> code.constant(tile));
      Job job = new Job(1, 1, ImmutableList.of(), ImmutableMap.of(), GPU);
      machine = sketch.machine(job, HeapSide.DEVICE, new Immediate(), code -> code.constant(0));
      state = Insides.state(machine);
      device = Insides.layers(machine).device;
    }

    int createStream(boolean blocking) {
      return device.createStream(state.writableAgent(0), blocking);
    }

    void launch(long stream, int[] grid, int... block) {
      ImmutableLongArray none = ImmutableLongArray.of();
      Agent host = state.writableAgent(0);
      device.launch(host, kernel, grid, block, 0, stream, Launch.PLAIN, none, none);
    }

    /** Launches one thread. */
    void launch(long stream) {
      launch(stream, new int[] {1, 1, 1}, 1, 1, 1);
    }

    List<Agent> agents(Agent.Kind kind) {
      List<Agent> found = new ArrayList<>();
      for (int number : state.liveAgents().asList()) {
        Agent agent = state.agent(number);
        if (agent != null && agent.kind() == kind) {
          found.add(agent);
        }
      }
      return found;
    }

    List<Agent> threads() {
      return agents(Agent.Kind.DEVICE_THREAD);
    }

    void run(Agent agent) {
      machine.run(agent.id(), FUEL);
    }

    void runStream() {
      run(agents(Agent.Kind.STREAM).get(0));
    }
  }

  @Test
  void aGpuHoldsAsManyBlocksAsItsThreadsAndItsSharedMemoryAllow() {
    Launching job = new Launching();
    Device device = job.device;
    int kernel = job.kernel;
    assertThat(device.staticSharedBytes(kernel)).isEqualTo(256);
    assertThat(device.residentLimit(kernel, 32, 0)).isEqualTo(4);
    assertThat(device.residentLimit(kernel, 33, 0)).isEqualTo(2);
    assertThat(device.residentLimit(kernel, 1, 0)).isEqualTo(4);
    assertThat(device.residentLimit(kernel, 1, 256)).isEqualTo(4);
    assertThat(device.residentLimit(kernel, 1, 257)).isEqualTo(2);
    assertThat(device.residentLimit(kernel, 1, 769)).isZero();
  }

  @Property(tries = 60)
  void everyBlockRunsOnceAndAsManyAtATimeAsThereIsRoomFor(
      @ForAll @IntRange(min = 1, max = 12) int blocks,
      @ForAll @IntRange(min = 1, max = 64) int threads,
      @ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    Launching job = new Launching();
    int most = job.device.residentLimit(job.kernel, threads, 0);
    job.launch(DEFAULT, new int[] {blocks, 1, 1}, threads, 1, 1);
    assertThat(job.threads()).isEmpty();
    job.runStream();
    Set<Integer> begun = new HashSet<>();
    int ended = 0;
    for (List<Agent> running = job.threads(); !running.isEmpty(); running = job.threads()) {
      Set<Integer> resident = new HashSet<>();
      running.forEach(thread -> resident.add(thread.block()));
      begun.addAll(resident);
      assertThat(resident).hasSize(Math.min(most, blocks - begun.size() + resident.size()));
      job.run(choices.pick(running));
      ended++;
    }
    assertThat(begun).hasSize(blocks);
    assertThat(ended).isEqualTo(blocks * threads);
    assertThat(job.device.idle(0)).isFalse();
    job.runStream();
    assertThat(job.device.idle(0)).isTrue();
  }

  @Property(tries = 60)
  void kernelsShareTheRoomOfTheirGpu(
      @ForAll @Size(2) List<@IntRange(min = 1, max = 6) Integer> blocks,
      @ForAll @Size(2) List<@IntRange(min = 1, max = 64) Integer> threads,
      @ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    Launching job = new Launching();
    for (int grid = 0; grid < 2; grid++) {
      int stream = job.createStream(false);
      job.launch(stream, new int[] {blocks.get(grid), 1, 1}, threads.get(grid), 1, 1);
    }
    job.agents(Agent.Kind.STREAM).forEach(job::run);
    List<Set<Integer>> begun = List.of(new HashSet<>(), new HashSet<>());
    for (List<Agent> running = job.threads(); !running.isEmpty(); running = job.threads()) {
      List<Set<Integer>> resident = List.of(new HashSet<>(), new HashSet<>());
      running.forEach(thread -> resident.get(thread.grid()).add(thread.block()));
      int used = 0;
      for (int grid = 0; grid < 2; grid++) {
        begun.get(grid).addAll(resident.get(grid));
        used += resident.get(grid).size() * threads.get(grid);
      }
      int room = GPU.multiprocessors() * GPU.threadsPerMultiprocessor();
      assertThat(used).isLessThanOrEqualTo(room);
      for (int grid = 0; grid < 2; grid++) {
        boolean waits = begun.get(grid).size() < blocks.get(grid);
        int most = job.device.residentLimit(job.kernel, threads.get(grid), 0);
        assertThat(waits && resident.get(grid).size() < most && used + threads.get(grid) <= room)
            .as("a block of kernel %s waits although there is room", grid)
            .isFalse();
      }
      job.run(choices.pick(running));
    }
    assertThat(begun).extracting(Set::size).isEqualTo(blocks);
  }

  /** CUDA Runtime API, "Stream synchronization behavior". */
  @Property(tries = 200)
  void theDefaultStreamAndTheBlockingOnesWaitForEachOther(
      @ForAll @Size(max = 8) List<@IntRange(max = 3) Integer> tasks, @ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    Launching job = new Launching();
    int blocking = job.createStream(true);
    int alone = job.createStream(false);
    int other = job.createStream(true);
    int[] streams = {DEFAULT, blocking, alone, other};
    Set<Integer> left = new TreeSet<>(); // tasks that have not ended
    List<Integer> started = new ArrayList<>(); // in this order, so their kernels are numbered so
    for (int task = 0; task < tasks.size(); task++) {
      job.launch(streams[tasks.get(task)]);
      left.add(task);
    }
    job.machine.listen(
        new HappensBeforeListener() {
          @Override
          public void started(int pe, int stream, long task) {
            for (int before : left) {
              if (before < task) {
                assertThat(waits(tasks.get(before), tasks.get((int) task)))
                    .as("of %s task %s starts before task %s has ended", tasks, task, before)
                    .isFalse();
              }
            }
            started.add((int) task);
          }
        });
    while (!job.device.idle(0)) {
      List<Agent> able = new ArrayList<>(job.threads());
      able.addAll(job.agents(Agent.Kind.STREAM));
      Agent next = choices.pick(able);
      if (next.onDevice()) {
        left.remove(started.get(next.grid()));
      }
      job.run(next);
    }
    assertThat(left).isEmpty();
    assertThat(started).hasSize(tasks.size());
  }

  // 0 is the default stream, and 2 does not block.
  private static boolean waits(int before, int after) {
    return before == after || ((before == 0 || after == 0) && before != 2 && after != 2);
  }

  @Property(tries = 60)
  void coordinatesCountThreadsAndBlocksWithXFirst(
      @ForAll @Size(3) List<@IntRange(min = 1, max = 3) Integer> block,
      @ForAll @Size(3) List<@IntRange(min = 1, max = 2) Integer> grid) {
    Launching job = new Launching();
    job.launch(DEFAULT, array(grid), array(block));
    job.runStream();
    assertThat(job.threads()).isNotEmpty();
    for (Agent thread : job.threads()) {
      long[] at = new long[6];
      for (int i = 0; i < 6; i++) {
        SpecialRegister index =
            SpecialRegister.values()[SpecialRegister.THREAD_IDX_X.ordinal() + i];
        at[i] = job.device.special(thread, index);
        assertThat(at[i]).isBetween(0L, (i < 3 ? block.get(i) : grid.get(i - 3)) - 1L);
      }
      assertThat(at[0] + block.get(0) * (at[1] + block.get(1) * at[2])).isEqualTo(thread.thread());
      assertThat(at[3] + grid.get(0) * (at[4] + grid.get(1) * at[5])).isEqualTo(thread.block());
    }
  }

  @Test
  void aStreamThatIsDestroyedTakesNoMoreWork() {
    Launching job = new Launching();
    int stream = job.createStream(true);
    job.launch(stream);
    job.device.destroyStream(0, stream);
    assertThat(job.device.idle(0, stream)).isFalse();
    refused(
        () -> job.launch(stream), "work is queued on stream " + stream + ", which was destroyed");
    refused(() -> job.device.destroyStream(0, DEFAULT), "the default stream cannot be destroyed");
    refused(() -> job.device.idle(0, 99), "stream handle 99 names no stream");
  }

  private static int[] array(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }
}
