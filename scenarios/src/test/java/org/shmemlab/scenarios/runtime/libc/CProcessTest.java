package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.interpreter.StopReason;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.scenarios.runtime.Asking;
import org.shmemlab.scenarios.runtime.Asking.Ran;
import org.shmemlab.scenarios.runtime.cuda.CudaDevices;

class CProcessTest {
  private final Asking asking = new Asking();

  @Test
  void exitEndsThePeWithItsStatus() {
    asking.invoke("exit", asking.constant(7));
    asking.show("not reached");
    Ran ran = asking.run();
    assertThat(ran.result()).isEqualTo(new RunResult.Finished(ImmutableList.of(7)));
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void abortIsWhatAShellShows() {
    asking.invoke("abort");
    Ran ran = asking.run();
    assertThat(ran.result()).isEqualTo(new RunResult.Finished(ImmutableList.of(134)));
    assertThat(ran.err()).isEqualTo("Aborted\n");
  }

  @Test
  void aFailedAssertionReportsItsTextAndLine() {
    asking.show("");
    asking.invoke("__assert_failed", asking.text("x == 1"));
    Ran ran = asking.run();
    assertThat(ran.result()).isInstanceOf(RunResult.Failed.class);
    assertThat(((RunResult.Failed) ran.result()).failure())
        .hasMessage("asking.cu:2: error: assertion failed: x == 1");
  }

  @Test
  void aKernelTraps() {
    int kernel = asking.kernel("k", List.of(), code -> Asking.invoke(code, "abort"));
    asking.launch(kernel, 1);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault()).isEqualTo("the kernel traps: unspecified launch failure");
  }

  @Test
  void theEnvironmentIsTheJobsUntilItIsChanged() {
    int home = asking.text("HOME");
    int first = asking.ask("getenv", home);
    asking.show("%s %d ", first, asking.minus(first, asking.ask("getenv", home)));
    asking.show("%d ", asking.ask("setenv", home, asking.text("b"), asking.constant(0)));
    asking.show("%s ", asking.ask("getenv", home));
    asking.invoke("setenv", home, asking.text("c"), asking.constant(1));
    asking.show("%s %s ", asking.ask("getenv", home), first);
    asking.invoke("setenv", asking.text("NEW"), asking.text("d"), asking.constant(0));
    asking.show("%s ", asking.ask("getenv", asking.text("NEW")));
    asking.show("%p ", asking.ask("getenv", asking.text("PATH")));
    asking.show("%d", asking.ask("setenv", asking.text("a=b"), home, asking.constant(1)));
    assertThat(asking.run(job()).out()).isEqualTo("a 0 0 a c a d (nil) -1");
  }

  @Test
  void theEnvironmentIsNotFreed() {
    asking.invoke(CHeap.FREE, asking.ask("getenv", asking.text("HOME")));
    assertThat(asking.run(job()).fault())
        .isEqualTo(
            "free of 'environment variable HOME', which is host memory that malloc did not make");
  }

  @Test
  void randomNumbersAreSeededWithOne() {
    asking.show("%d ", asking.ask("rand"));
    asking.invoke("srand", asking.constant(42));
    asking.show("%d ", asking.ask("rand"));
    asking.invoke("srand", asking.constant(1));
    asking.show("%d", asking.ask("rand"));
    assertThat(asking.run().out()).isEqualTo("1804289383 71876166 1804289383");
  }

  @Test
  void timeIsTheNumberOfInstructions() {
    int first = asking.ask(CProcess.NANOSECONDS);
    int second = asking.ask(CProcess.NANOSECONDS);
    asking.show("%d %ld", asking.minus(second, first), asking.ask("time", asking.constant(0)));
    assertThat(asking.run().out()).isEqualTo("1 0");
  }

  @Test
  void everyPeHasANodeAndANumber() {
    int name = asking.variable("name", Storage.HOST, 8);
    int fits = asking.ask(CProcess.GETHOSTNAME, name, asking.constant(8));
    asking.show("%s %d %d;", name, fits, asking.ask("getpid"));
    Job job = new Job(3, 2, ImmutableList.of(), ImmutableMap.of(), Job.Gpu.H200);
    assertThat(asking.run(job).out()).isEqualTo("node0 0 1000;node0 0 1001;node1 0 1002;");
  }

  @Test
  void aNameThatDoesNotFitIsCutOff() {
    int name = asking.variable("name", Storage.HOST, 8);
    int fits = asking.ask(CProcess.GETHOSTNAME, name, asking.constant(5));
    asking.show("%s %d", name, fits);
    assertThat(asking.run().out()).isEqualTo("node0 -1");
  }

  @Test
  void aForkGoesItsOwnWay() {
    asking.show("%d ", asking.ask("rand"));
    asking.show("%d ", asking.ask("rand"));
    Machine machine = asking.machine(Job.ofPes(1), new Immediate());
    while (!machine.hasOutput()) {
      assertThat(machine.run(0, 1)).isEqualTo(StopReason.FUEL);
    }
    Machine fork = machine.fork();
    assertThat(Asking.run(machine).out()).isEqualTo("1804289383 846930886 ");
    assertThat(Asking.run(fork).out()).isEqualTo("1804289383 846930886 ");
  }

  private static Job job() {
    return new Job(1, 1, ImmutableList.of(), ImmutableMap.of("HOME", "a"), Job.Gpu.H200);
  }
}
