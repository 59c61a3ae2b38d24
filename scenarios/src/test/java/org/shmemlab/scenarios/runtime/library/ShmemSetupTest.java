package org.shmemlab.scenarios.runtime.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.job.JobLimits;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.scenarios.runtime.Asking;
import org.shmemlab.scenarios.runtime.Asking.Ran;

class ShmemSetupTest {
  private static final Job TWO_NODES =
      new Job(4, 2, ImmutableList.of(), ImmutableMap.of(), Job.Gpu.H200);
  private static final int WORLD = 0;
  private static final int NODE = 2;

  private final Asking asking = new Asking();

  @Test
  void theStatusFollowsTheLibrary() {
    asking.show("%d", asking.ask(ShmemSetup.INIT_STATUS));
    asking.init();
    asking.show("%d", asking.ask(ShmemSetup.INIT_STATUS));
    asking.meet(MeetingKind.FINALIZE, Family.NVSHMEM);
    asking.show("%d", asking.ask(ShmemSetup.INIT_STATUS));
    assertThat(asking.run().out()).isEqualTo("020");
  }

  @Test
  void theStatusOfMpiIsItsOwn() {
    asking.show("%d", asking.ask(ShmemSetup.MPI_INIT_STATUS));
    asking.meet(MeetingKind.INIT, Family.MPI);
    asking.show("%d", asking.ask(ShmemSetup.MPI_INIT_STATUS));
    asking.meet(MeetingKind.FINALIZE, Family.MPI);
    asking.show("%d", asking.ask(ShmemSetup.MPI_INIT_STATUS));
    assertThat(asking.run().out()).isEqualTo("012");
  }

  @Test
  void globalExitEndsAllPes() {
    asking.init();
    asking.invoke(ShmemSetup.GLOBAL_EXIT, asking.constant(3));
    asking.show("not reached");
    Ran ran = asking.run(Job.ofPes(2));
    assertThat(ran.result()).isEqualTo(new RunResult.Finished(ImmutableList.of(3, 3)));
    assertThat(ran.out()).isEmpty();
  }

  // ---------------------------------------------------------------- pointers

  @Test
  void pesOfANodeReachEachOther() {
    int x = asking.variable("x", Storage.SYMMETRIC, 8);
    asking.init();
    int own = asking.ask(ShmemSetup.POINTER, x, asking.myPe());
    asking.show("%ld ", asking.minus(own, x));
    for (int pe = 0; pe < 4; pe++) {
      asking.show("%d", isNull(asking.ask(ShmemSetup.POINTER, x, asking.constant(pe))));
    }
    asking.show(";");
    assertThat(asking.run(TWO_NODES).out().split(";"))
        .containsExactlyInAnyOrder("0 0011", "0 0011", "0 1100", "0 1100");
  }

  /** Nodes whose PEs map no peer's memory, and NVLink that leaves the nodes. */
  @ParameterizedTest
  @CsvSource({"2, 1, 0111", "1, 2, 0011", "2, 4, 0000"})
  void aPointerLeadsWhereTheLayoutLetsIt(int perNode, int perDomain, String nulls) {
    int x = asking.variable("x", Storage.SYMMETRIC, 8);
    asking.init();
    for (int pe = 0; pe < 4; pe++) {
      asking.show("%d", isNull(asking.ask(ShmemSetup.POINTER, x, asking.constant(pe))));
    }
    asking.show(";");
    Job job = TWO_NODES.placed(new JobLayout(4, perNode, perDomain), JobLimits.ALL);
    assertThat(asking.run(job).out().split(";")).contains(nulls);
  }

  @Test
  void aMappingIsNotMappedAgain() {
    int x = asking.variable("x", Storage.SYMMETRIC, 8);
    asking.init();
    int one = asking.constant(1);
    int other = asking.minus(one, asking.myPe());
    int mapped = asking.ask(ShmemSetup.POINTER, x, other);
    asking.invoke(ShmemSetup.POINTER, mapped, other);
    assertThat(asking.run(Job.ofPes(2)).fault())
        .isEqualTo(
            "nvshmem_ptr of a pointer that nvshmem_ptr gave; pass the symmetric address itself");
  }

  @Test
  void privateMemoryIsNotMapped() {
    int x = asking.variable("x", Storage.DEVICE, 8);
    asking.init();
    asking.invoke(ShmemSetup.POINTER, x, asking.constant(0));
    assertThat(asking.run().fault())
        .isEqualTo(
            "nvshmem_ptr of 'x', which is device memory of this PE and not symmetric;"
                + " allocate it from the symmetric heap");
  }

  @Test
  void aPeThatIsNotThereHasNoMemory() {
    int x = asking.variable("x", Storage.SYMMETRIC, 8);
    asking.init();
    asking.invoke(ShmemSetup.POINTER, x, asking.constant(1));
    assertThat(asking.run().fault())
        .isEqualTo("nvshmem_ptr: PE 1 is out of range: there are PEs 0 to 0");
  }

  @Test
  void nothingIsMappedBeforeInitialisation() {
    Asking onHost = new Asking(HeapSide.HOST);
    int x = onHost.variable("x", Storage.SYMMETRIC, 8);
    onHost.invoke(ShmemSetup.POINTER, x, onHost.constant(0));
    assertThat(onHost.run().fault())
        .isEqualTo("shmem_ptr before the library is initialised; call the init routine first");
  }

  @Test
  void symmetricAddressesAreAccessible() {
    int x = asking.variable("x", Storage.SYMMETRIC, 8);
    int y = asking.variable("y", Storage.HOST, 8);
    asking.init();
    int zero = asking.constant(0);
    asking.show(
        "%d%d%d%d%d",
        asking.ask(ShmemSetup.ADDRESS_ACCESSIBLE, x, zero),
        asking.ask(ShmemSetup.ADDRESS_ACCESSIBLE, asking.plus(x, 7), zero),
        asking.ask(ShmemSetup.ADDRESS_ACCESSIBLE, asking.plus(x, 8), zero),
        asking.ask(ShmemSetup.ADDRESS_ACCESSIBLE, x, asking.constant(1)),
        asking.ask(ShmemSetup.ADDRESS_ACCESSIBLE, y, zero));
    assertThat(asking.run().out()).isEqualTo("11000");
  }

  @Test
  void symmetricObjectsHaveTheirSize() {
    int x = asking.variable("x", Storage.SYMMETRIC, 24);
    asking.init();
    asking.show("%zu", asking.ask(ShmemSetup.SYMMETRIC_BYTES, x));
    assertThat(asking.run().out()).isEqualTo("24");
  }

  @Test
  void privateMemoryHasNoSymmetricSize() {
    int x = asking.variable("x", Storage.HOST, 24);
    asking.init();
    asking.invoke(ShmemSetup.SYMMETRIC_BYTES, x);
    assertThat(asking.run().fault()).contains("'x'", "not symmetric");
  }

  // ---------------------------------------------------------------- teams

  @Test
  void teamsHaveTheirPes() {
    asking.init();
    int world = asking.constant(WORLD);
    int node = asking.constant(NODE);
    asking.show(
        "%d/%d %d/%d %d %d;",
        asking.ask(ShmemSetup.TEAM_MY_PE, world),
        asking.ask(ShmemSetup.TEAM_N_PES, world),
        asking.ask(ShmemSetup.TEAM_MY_PE, node),
        asking.ask(ShmemSetup.TEAM_N_PES, node),
        asking.ask(ShmemSetup.TEAM_TRANSLATE_PE, node, asking.constant(1), world),
        asking.ask(ShmemSetup.TEAM_TRANSLATE_PE, world, asking.constant(0), node));
    assertThat(asking.run(TWO_NODES).out().split(";"))
        .containsExactlyInAnyOrder("0/4 0/2 1 0", "1/4 1/2 1 0", "2/4 0/2 3 -1", "3/4 1/2 3 -1");
  }

  @Test
  void unknownTeamsAndPesAreMinusOne() {
    asking.init();
    int world = asking.constant(WORLD);
    int invalid = asking.constant(-1);
    asking.show(
        "%d %d %d %d %d",
        asking.ask(ShmemSetup.TEAM_MY_PE, invalid),
        asking.ask(ShmemSetup.TEAM_N_PES, asking.constant(999)),
        asking.ask(ShmemSetup.TEAM_TRANSLATE_PE, world, asking.constant(7), world),
        asking.ask(ShmemSetup.TEAM_TRANSLATE_PE, invalid, asking.constant(0), world),
        asking.ask(ShmemSetup.TEAM_TRANSLATE_PE, world, asking.constant(0), invalid));
    assertThat(asking.run().out()).isEqualTo("-1 -1 -1 -1 -1");
  }

  @Test
  void teamsNeedTheLibrary() {
    asking.invoke(ShmemSetup.TEAM_MY_PE, asking.constant(WORLD));
    assertThat(asking.run().fault())
        .isEqualTo(
            "a team is asked before the library is initialised; call the init routine first");
  }

  @Test
  void communicatorsNeedMpi() {
    asking.meet(MeetingKind.INIT, Family.MPI);
    asking.show("%d", asking.ask(ShmemSetup.TEAM_N_PES, asking.constant(3)));
    asking.meet(MeetingKind.FINALIZE, Family.MPI);
    asking.invoke(ShmemSetup.TEAM_N_PES, asking.constant(3));
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("1");
    assertThat(ran.fault()).isEqualTo("MPI is used after MPI_Finalize");
  }

  @Test
  void anActiveSetIsATeam() {
    asking.init();
    int set =
        asking.ask(
            ShmemSetup.TEAM_ACTIVE_SET, asking.constant(0), asking.constant(0), asking.constant(2));
    asking.show(
        "%d of %d;",
        asking.ask(ShmemSetup.TEAM_MY_PE, set), asking.ask(ShmemSetup.TEAM_N_PES, set));
    int again =
        asking.ask(
            ShmemSetup.TEAM_ACTIVE_SET, asking.constant(0), asking.constant(0), asking.constant(2));
    asking.show("%ld;", asking.minus(again, set));
    assertThat(asking.run(Job.ofPes(2)).out().split(";"))
        .containsExactlyInAnyOrder("0 of 2", "1 of 2", "0", "0");
  }

  @Test
  void aStrideIsAPowerOfTwo() {
    asking.init();
    int set =
        asking.ask(
            ShmemSetup.TEAM_ACTIVE_SET, asking.myPe(), asking.constant(1), asking.constant(1));
    asking.show("%d", asking.ask(ShmemSetup.TEAM_N_PES, set));
    assertThat(asking.run(Job.ofPes(3)).out()).isEqualTo("111");
  }

  @Test
  void anActiveSetOutsideTheJobIsAFault() {
    asking.init();
    asking.invoke(
        ShmemSetup.TEAM_ACTIVE_SET, asking.constant(0), asking.constant(1), asking.constant(3));
    assertThat(asking.run(Job.ofPes(3)).fault())
        .isEqualTo("the active set ends at PE 4; there are PEs 0 to 2");
  }

  @Test
  void anActiveSetWithoutTheCallerIsAFault() {
    asking.init();
    asking.invoke(
        ShmemSetup.TEAM_ACTIVE_SET, asking.constant(0), asking.constant(0), asking.constant(1));
    assertThat(asking.run(Job.ofPes(2)).fault())
        .isEqualTo("PE 1 calls a collective on an active set without it");
  }

  // ---------------------------------------------------------------- identities and contexts

  @Test
  void everyUniqueIdIsDifferent() {
    int first = asking.variable("first", Storage.HOST, 128);
    int second = asking.variable("second", Storage.HOST, 128);
    asking.invoke(ShmemSetup.UNIQUE_ID, first);
    asking.invoke(ShmemSetup.UNIQUE_ID, second);
    int size = asking.constant(128);
    asking.show("%d ", asking.ask("memcmp", first, second, size));
    asking.show("%lx;", asking.load(ScalarType.U64, first));
    assertThat(asking.run(Job.ofPes(2)).out().split(";"))
        .containsExactlyInAnyOrder("-1 1", "-1 100000001");
  }

  @Test
  void contextsAreCreatedAndDestroyedOnce() {
    asking.init();
    int world = asking.constant(0);
    int options = asking.constant(0);
    int first = asking.ask(ShmemSetup.CONTEXT_CREATE, world, options);
    int second = asking.ask(ShmemSetup.CONTEXT_CREATE, world, options);
    asking.show("%d %d", first, second);
    asking.invoke(ShmemSetup.CONTEXT_DESTROY, first);
    asking.invoke(ShmemSetup.CONTEXT_DESTROY, first);
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("1 2");
    assertThat(ran.fault())
        .isEqualTo("shmem_ctx_destroy of a context that was never created or is destroyed");
  }

  @Test
  void theDefaultContextIsNotDestroyed() {
    asking.init();
    asking.invoke(ShmemSetup.CONTEXT_DESTROY, asking.constant(0));
    assertThat(asking.run().fault()).isEqualTo("shmem_ctx_destroy of the default context");
  }

  private int isNull(int value) {
    int dst = asking.constant(1);
    var some = asking.main.label();
    var done = asking.main.label();
    asking.main.branch(value, some, done);
    asking.main.place(some);
    asking.main.emit(new Instruction.Const(dst, 0));
    asking.main.place(done);
    return dst;
  }
}
