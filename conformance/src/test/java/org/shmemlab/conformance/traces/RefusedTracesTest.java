package org.shmemlab.conformance.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.simulate.TraceChecker;

/** Checks that a trace that breaks the rules is distinguished from one that keeps them. */
class RefusedTracesTest {
  private static TestProgram litmus(String name) throws IOException {
    SourceFile file = SourceFile.read(Path.of("..", "litmus").resolve(name + ".litmus"));
    return TestProgram.of(Objects.requireNonNull(Litmus.compile(file).program()));
  }

  private static Installation installation(String transport) {
    return Installation.of(Transport.of(transport, Settings.DEFAULT));
  }

  @Test
  void theDevicesSyncLeavesStoresThatTheSpecificationWaitsFor() throws IOException {
    TestProgram program = litmus("collectives/SYNC+store");
    Installation nvlink = installation("nvlink");
    assertThat(
            LongStream.range(0, 20)
                .mapToObj(seed -> TimedTrace.of(program, nvlink, 5, seed).trace())
                .map(trace -> SpecificationReplay.broken(trace, program, nvlink).orElse("")))
        .anyMatch(text -> text.contains("waits: ForStores"));
  }

  @Test
  void aNetworkWithoutOrderTakesStepsThatAnOrderedOneDoesNot() throws IOException {
    TestProgram program = litmus("mp/MP+p+none+same");
    Installation unordered = installation("efa");
    Installation ordered = installation("ibrc");
    List<Optional<String>> refusals =
        LongStream.range(0, 10)
            .mapToObj(seed -> TimedTrace.of(program, unordered, 5, seed).trace())
            .map(trace ->
                TraceChecker.check(trace, program.machine(ordered, ordered.rules(program.pes()))))
            .toList();
    assertThat(refusals).contains(Optional.empty()).anyMatch(Optional::isPresent);
  }
}
