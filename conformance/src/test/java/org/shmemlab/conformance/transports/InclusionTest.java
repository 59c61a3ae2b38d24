package org.shmemlab.conformance.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.judge.Limits;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Transport;

/**
 * What an implementation shows of a program that the specification calls defined, the specification
 * allows (memory model, section 8, point 1); where it does not, the implementation has a bug.
 */
class InclusionTest {
  private static final long STATES = 20_000;

  /** The proxy of 3.5 loses a fence; it does harm where the network does not keep order anyway. */
  private static final Set<String> LOSE_THE_FENCE =
      Set.of("ucx@3.5", "cxi@3.5", "verbs@3.5", "efa@3.5");

  private static final List<String> NEED_THE_FENCE =
      List.of(
          "2+2W+amo+fence+same",
          "CoWW+amo+fence",
          "CoWW+p+fence",
          "FLAG+signal+fence",
          "MP+amo+fence+same",
          "MP+p+fence+same",
          "MP+signal+fence+same",
          "R+amo+fence",
          "S+fence",
          "Z6+amo+fence");

  /** The device's sync has no fence, so it leaves stores through mapped pointers behind. */
  private static final String NEEDS_A_FENCE_IN_SYNC = "SYNC+store";

  @Test
  void onlyKnownBugsShowWhatTheSpecificationForbids() throws IOException {
    Map<String, Set<String>> bugs = new TreeMap<>();
    int compared = 0;
    for (LitmusProgram test : catalogue("../litmus")) {
      LitmusAnswer promised = promised(test);
      if (promised.exploration().undefined() || !promised.exploration().complete()) {
        continue;
      }
      compared++;
      for (Transport transport : Transport.all()) {
        if (exceeds(shown(test, transport), promised)) {
          bugs.computeIfAbsent(test.test().name(), _ -> new TreeSet<>()).add(transport.key());
        }
      }
    }
    assertThat(compared).isGreaterThan(60);
    Map<String, Set<String>> known = new TreeMap<>();
    NEED_THE_FENCE.forEach(test -> known.put(test, LOSE_THE_FENCE));
    known.put(NEEDS_A_FENCE_IN_SYNC, Set.of("nvlink", "pcie"));
    assertThat(bugs).isEqualTo(known);
  }

  @Test
  void anOrderingCallNeverAddsAnOutcome() throws IOException {
    Map<String, LitmusProgram> tests = new TreeMap<>();
    catalogue("../litmus/mp").forEach(test -> tests.put(test.test().name(), test));
    int compared = 0;
    for (Map.Entry<String, LitmusProgram> test : tests.entrySet()) {
      String name = test.getKey();
      for (String order : List.of("+fence+", "+quiet+")) {
        LitmusProgram without = tests.get(name.replace(order, "+none+"));
        if (name.contains(order) && without != null) {
          compared++;
          for (Transport transport : Transport.all()) {
            Set<String> before = values(shown(without, transport).outcomes());
            TransportAnswer after = shown(test.getValue(), transport);
            assertThat(before)
                .as(name + " on " + transport.key())
                .containsAll(values(after.outcomes()));
          }
        }
      }
    }
    assertThat(compared).isGreaterThan(30);
  }

  private static TransportAnswer shown(LitmusProgram test, Transport transport) {
    int perNode = transport.peer().isPresent() ? test.test().pes() : 1;
    TransportAnswer shown =
        TransportAnswer.of(test, transport, perNode, new Limits(STATES, () -> false));
    assertThat(shown.exploration().complete()).as(test.test().name()).isTrue();
    return shown;
  }

  private static boolean exceeds(TransportAnswer shown, LitmusAnswer promised) {
    Set<String> allowed = values(promised.outcomes());
    boolean hangs = has(promised, Finding.Stuck.class);
    return !allowed.containsAll(values(shown.outcomes()))
        || (!hangs
            && shown.exploration().findings().stream().anyMatch(Finding.Stuck.class::isInstance));
  }

  private static boolean has(LitmusAnswer answer, Class<? extends Finding> kind) {
    return answer.exploration().findings().stream().anyMatch(kind::isInstance);
  }

  private static Set<String> values(List<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::values).collect(Collectors.toCollection(HashSet::new));
  }

  private static LitmusAnswer promised(LitmusProgram test) {
    return LitmusJudgement.of(test, List.of(Profile.NVSHMEM), new Limits(STATES, () -> false))
        .answers()
        .get(0);
  }

  private static List<LitmusProgram> catalogue(String folder) throws IOException {
    List<LitmusProgram> tests = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      for (Path file :
          files.filter(path -> path.toString().endsWith(".litmus")).sorted().toList()) {
        SourceFile source = new SourceFile(file.toString(), Files.readString(file));
        tests.add(Objects.requireNonNull(Litmus.compile(source).program()));
      }
    }
    return tests;
  }
}
