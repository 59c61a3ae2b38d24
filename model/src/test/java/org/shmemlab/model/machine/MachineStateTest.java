package org.shmemlab.model.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Allowance;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.job.Warning;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.sketch.Sketch;

/** What a machine holds beside its steps: objects, teams, mappings, output. */
class MachineStateTest {
  private static final SourceLine LINE = new SourceLine("sketch.c", 1);

  private final Machine machine = start(5, 2);

  @Test
  void outputIsTakenOnceAndInOrder() {
    assertThat(machine.hasOutput()).isFalse();
    machine.jobState().print(1, Output.STDOUT, "a");
    machine.jobState().print(0, Output.STDERR, "b");
    Machine fork = machine.fork();
    assertThat(machine.hasOutput()).isTrue();
    assertThat(machine.takeOutput()).extracting(Output::text).containsExactly("a", "b");
    assertThat(machine.hasOutput()).isFalse();
    assertThat(machine.takeOutput()).isEmpty();
    assertThat(fork.takeOutput()).extracting(Output::pe).containsExactly(1, 0);
  }

  /** What was printed before belongs to the state: two that printed otherwise are not the same. */
  @Test
  void whatWasPrintedTellsStatesApart() {
    Machine other = machine.fork();
    Machine third = machine.fork();
    machine.jobState().print(0, Output.STDOUT, "a");
    other.jobState().print(0, Output.STDERR, "a");
    third.jobState().print(1, Output.STDOUT, "a");
    assertThat(machine.fingerprint().value())
        .isNotEqualTo(other.fingerprint().value())
        .isNotEqualTo(third.fingerprint().value());
  }

  @Test
  void aWarningIsNotedOncePerLineAndText() {
    machine.jobState().warn(LINE, 0, "odd");
    machine.jobState().warn(LINE, 1, "odd");
    machine.jobState().warn(LINE, 1, "other");
    machine.jobState().warn(new SourceLine("sketch.c", 2), 1, "odd");
    assertThat(machine.warnings())
        .containsExactly(
            new Warning(LINE, 0, "odd"),
            new Warning(LINE, 1, "other"),
            new Warning(new SourceLine("sketch.c", 2), 1, "odd"));
  }

  @Test
  void anObjectLivesUntilItIsReleasedAsWhatItIs() {
    long x = Allocation.allocate(machine.jobState(), 0, "x", Residence.HOST, 8);
    long before = machine.changes();
    assertThat(machine.memory().look(0, ScalarType.I64, x)).isZero();
    refused(
        () -> Allocation.release(machine.jobState(), 0, x, Residence.DEVICE),
        "'x' is host memory, not device memory");
    refused(
        () -> Allocation.release(machine.jobState(), 0, 1, Residence.HOST),
        "was not allocated there");
    Allocation.release(machine.jobState(), 0, x, Residence.HOST);
    assertThat(machine.changes()).isGreaterThan(before);
    assertThatThrownBy(() -> machine.memory().look(0, ScalarType.I64, x)).isInstanceOf(Fault.class);
    refused(
        () -> Allocation.allocate(machine.jobState(), 0, "x", Residence.HOST, 1L << 31),
        "at most 2147483647");
    refused(
        () -> Allocation.allocate(machine.jobState(), 0, "x", Residence.HOST, -1),
        "an object of -1 bytes");
  }

  @Test
  void readOnlyBytesAreThereAndUnsetOnesHoldNoValue() {
    Bytes bytes = new Bytes(new byte[] {5, 0, 0, 0});
    long placed = Allocation.place(machine.jobState(), 1, "text", bytes);
    assertThat(machine.memory().look(1, ScalarType.I32, placed)).isEqualTo(5);
    Agent host = machine.jobState().writableAgent(machine.jobState().peState(1).hostAgent);
    refused(() -> machine.memory().store(host, ScalarType.I32, placed, 1), "read-only memory");
    long unset = Allocation.allocateUnset(machine.jobState(), 1, "y", Residence.HOST, 4);
    refused(() -> machine.memory().load(host, ScalarType.I32, unset), "never written");
    machine.memory().store(host, ScalarType.I32, unset, 7);
    assertThat(machine.memory().load(host, ScalarType.I32, unset)).isEqualTo(7);
  }

  @Test
  void hostCodeReachesHostMemoryAndDeviceCodeDevices() {
    Agent host = machine.jobState().writableAgent(machine.jobState().peState(0).hostAgent);
    long device = Allocation.allocate(machine.jobState(), 0, "d", Residence.DEVICE, 8);
    refused(() -> machine.memory().load(host, ScalarType.I64, device), "host code accesses 'd'");
    refused(() -> machine.memory().requireReach(host, device, 8), "copy it with cudaMemcpy");
    long memory = Allocation.allocate(machine.jobState(), 0, "h", Residence.HOST, 8);
    machine.memory().requireReach(host, memory, 8);
    refused(() -> machine.memory().requireReach(host, memory, 9), "9 bytes at offset 0 of 'h'");
    refused(() -> machine.memory().load(host, ScalarType.I64, 0), "null pointer");
  }

  @Test
  void stringsEndAtTheirZeroOrWhereTheyMust() {
    Agent host = machine.jobState().writableAgent(machine.jobState().peState(0).hostAgent);
    long text = Allocation.allocate(machine.jobState(), 0, "text", Residence.HOST, 4);
    machine.memory().writeString(host, text, "abc");
    assertThat(machine.memory().text(host, text, -1)).isEqualTo("abc");
    assertThat(machine.memory().text(host, text, 2)).isEqualTo("ab");
    assertThat(machine.memory().text(host, text + 1, 3)).isEqualTo("bc");
    assertThat(machine.memory().textBytes(host, text, -1)).isEqualTo(4);
    machine.memory().fill(host, text, 4, (byte) 'x');
    assertThat(machine.memory().text(host, text, 4)).isEqualTo("xxxx");
    refused(() -> machine.memory().text(host, text, -1), "offset 4 of 'text'");
    refused(() -> machine.memory().writeString(host, text, "abcd"), "5 bytes at offset 0");
  }

  @Test
  void theSharedTeamIsWhoMapsEachOthersMemory() {
    Machine joined = start(new JobLayout(5, 2, 4));
    assertThat(joined.team(3, Team.SHARED).members()).isEqualTo(pes(0, 1, 2, 3));
    assertThat(joined.team(3, Team.NODE).members()).isEqualTo(pes(2, 3));
    Machine apart = start(new JobLayout(5, 2, 1));
    assertThat(apart.team(3, Team.SHARED).members()).isEqualTo(pes(3));
    assertThat(apart.team(4, Team.NODE).members()).isEqualTo(pes(4));
  }

  @Test
  void teamsFollowNodes() {
    assertThat(machine.team(3, Team.WORLD).members()).isEqualTo(pes(0, 1, 2, 3, 4));
    assertThat(machine.team(3, Team.SHARED).members()).isEqualTo(pes(2, 3));
    assertThat(machine.team(3, Team.NODE).name()).isEqualTo("the node team");
    assertThat(machine.team(4, Team.NODE).members()).isEqualTo(pes(4));
    assertThat(Teams.findTeam(machine.jobState(), 2, Team.MPI_SELF))
        .isEqualTo(new Team(-3, "MPI_COMM_SELF", pes(2)));
    assertThat(Teams.findTeam(machine.jobState(), 2, Team.MPI_WORLD))
        .extracting(Team::size)
        .isEqualTo(5);
    refused(() -> machine.team(0, Team.MPI_WORLD), "MPI is used before MPI_Init");
    refused(() -> machine.team(0, Team.MPI_SELF), "MPI is used before MPI_Init");
    refused(() -> machine.team(0, 15), "team handle 15 names no team of PE 0");
    refused(() -> machine.team(0, -1), "team handle -1 names no team");
  }

  @Test
  void aTeamHasOneHandlePerPeAndIsLeftByEachAlone() {
    int own = Teams.teamOf(machine.jobState(), 1, pes(1, 3), "half");
    assertThat(own).isGreaterThanOrEqualTo(16);
    assertThat(Teams.teamOf(machine.jobState(), 1, pes(1, 3), "half")).isEqualTo(own);
    int other = Teams.teamOf(machine.jobState(), 1, pes(1, 2), "half");
    assertThat(other).isNotEqualTo(own);
    int peers = Teams.teamOf(machine.jobState(), 3, pes(1, 3), "half");
    assertThat(machine.team(3, peers)).isEqualTo(machine.team(1, own));
    Machine fork = machine.fork();
    Teams.leave(machine.jobState(), 1, own);
    assertThat(Teams.findTeam(machine.jobState(), 1, own)).isNull();
    assertThat(fork.team(1, own).members()).isEqualTo(pes(1, 3));
    assertThat(machine.team(3, peers).members()).isEqualTo(pes(1, 3));
    assertThat(Teams.teamSize(machine.jobState(), machine.team(3, peers).id())).isEqualTo(2);
    assertThat(Team.isPredefined(own)).isFalse();
    assertThat(Team.isPredefined(Team.MPI_SELF)).isTrue();
    assertThat(Team.isPredefined(-1)).isFalse();
  }

  @Test
  void aPeersMemoryIsMappedOnce() {
    long x = Address.of(Space.SYMMETRIC, 0, 1);
    assertThat(PeerAddresses.map(machine.jobState(), 0, x + 8, 0)).isEqualTo(x + 8);
    long mapped = PeerAddresses.map(machine.jobState(), 0, x + 8, 3);
    assertThat(PeerAddresses.map(machine.jobState(), 0, x, 3)).isEqualTo(mapped - 8);
    assertThat(PeerAddresses.map(machine.jobState(), 0, x, 4)).isNotEqualTo(mapped - 8);
    assertThat(PeerAddresses.holder(machine.jobState(), 0, mapped)).isEqualTo(3);
    assertThat(PeerAddresses.holder(machine.jobState(), 0, x)).isZero();
    assertThat(PeerAddresses.mapping(machine.jobState(), 0, mapped).address()).isEqualTo(x + 8);
    refused(() -> PeerAddresses.mapping(machine.jobState(), 1, mapped), "outside every object");
  }

  @Test
  void aBufferIsRegisteredUntilItIsNot() {
    Allocation.register(machine.jobState(), 0, 64, 8);
    assertThat(Allocation.unregister(machine.fork().jobState(), 0, 64)).isTrue();
    assertThat(Allocation.unregister(machine.jobState(), 1, 64)).isFalse();
    assertThat(Allocation.unregister(machine.jobState(), 0, 64)).isTrue();
    assertThat(Allocation.unregister(machine.jobState(), 0, 64)).isFalse();
    Allocation.register(machine.jobState(), 0, 64, 8);
    Allocation.unregisterAll(machine.jobState(), 0);
    assertThat(Allocation.unregister(machine.jobState(), 0, 64)).isFalse();
  }

  @Test
  void theEndOfTheJobIsThatOfEveryPe() {
    assertThat(machine.exitStatus(2)).isNull();
    assertThat(machine.jobExit()).isNull();
    Machine fork = machine.fork();
    machine.jobState().exitJob(3);
    assertThat(machine.exitStatus(2)).isEqualTo(3);
    assertThat(machine.jobExit()).isEqualTo(3);
    assertThat(fork.exitStatus(2)).isNull();
    assertThat(fork.fingerprint().value()).isNotEqualTo(machine.fingerprint().value());
    fork.facilities().hostThreads.exitPe(2, 4);
    assertThat(fork.exitStatus(2)).isEqualTo(4);
    assertThat(fork.exitStatus(1)).isNull();
    assertThat(fork.liveAgents()).isEqualTo(pes(0, 1, 3, 4));
    assertThat(fork.agent(2)).isNull();
    assertThat(fork.stands(2)).isFalse();
    assertThat(fork.stands(1)).isTrue();
    assertThat(fork.meets(1)).isFalse();
    assertThat(fork.waiting(2)).isNull();
    assertThatThrownBy(() -> fork.next(2)).hasMessage("agent 2 has no code to run");
    assertThatThrownBy(() -> fork.register(2, 0)).hasMessage("agent 2 has ended");
    assertThatThrownBy(() -> fork.jobState().writableAgent(2)).hasMessage("agent 2 has ended");
    assertThat(fork.agent(99)).isNull();
  }

  @Test
  void theLibraryIsInitialisedFirst() {
    assertThat(machine.jobState().initialised(0)).isFalse();
    refused(
        () -> LibraryUse.requireInitialised(machine.jobState(), 0, "communication"),
        "communication before the library is initialised; call the init routine first");
  }

  @Test
  void onlyAddressesOfFunctionsAreCalled() {
    assertThat(machine.jobState().functionAt(Address.of(Space.FUNCTION, 0, 0))).isZero();
    refused(
        () -> machine.jobState().functionAt(Address.of(Space.FUNCTION, 0, 1)),
        "is not the address of a function");
    refused(() -> machine.jobState().functionAt(0), "is not the address of a function");
  }

  private static void refused(Runnable what, String message) {
    assertThatThrownBy(what::run).isInstanceOf(Fault.class).hasMessageContaining(message);
  }

  private static ImmutableIntArray pes(int... numbers) {
    return ImmutableIntArray.copyOf(numbers);
  }

  private static Machine start(int pes, int pesPerNode) {
    return start(JobLayout.ofNodes(pes, pesPerNode));
  }

  private static Machine start(JobLayout layout) {
    Program.Builder program = Program.builder("sketch");
    int main = program.declare("main");
    program.define(main, new CodeBuilder("main", false, List.of(), LINE).build());
    return new Machine(
        program.build(main, HeapSide.HOST),
        Job.ofPes(1).placed(layout, Allowance.ALL),
        new Immediate(),
        new Sketch.Printing());
  }
}
