package org.shmemlab.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.machine.DrawnProgram;
import org.shmemlab.model.machine.DrawnThreads;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/**
 * What every engine answers to some drawn programs, word for word: also how much it looks at on the
 * way, and which schedule it shows. That all engines say the same tells nothing of what they all
 * get wrong, nor of how long they take. Whoever changes an answer on purpose writes the files anew,
 * with {@code -Dshmemlab.answers=write}, and reads the difference.
 */
class DrawnAnswersTest {
  private static final Path FOLDER =
      Path.of("..", "model", "src", "test", "resources", "org", "shmemlab", "model", "explore");
  private static final boolean WRITE = "write".equals(System.getProperty("shmemlab.answers"));
  private static final int PROGRAMS = 36;

  /** Where programs are drawn from. */
  private enum Source {
    CALLS,
    LOOPS,
    BLOCK,
    GRID,
    STREAMS,
    HOST;

    Machine draw(Choices choices, Profile profile) {
      return switch (this) {
        case CALLS -> new DrawnProgram(choices, 3, false).machine(profile);
        case LOOPS -> new DrawnProgram(choices, 3, true).machine(profile);
        case BLOCK, GRID, STREAMS, HOST ->
            new DrawnThreads(choices, DrawnThreads.Kind.valueOf(name()), 2).machine(profile);
      };
    }
  }

  @Test
  void toCallsOfOneThread() throws IOException {
    compare(Source.CALLS);
  }

  @Test
  void toCallsInLoops() throws IOException {
    compare(Source.LOOPS);
  }

  @Test
  void toThreadsOfABlock() throws IOException {
    compare(Source.BLOCK);
  }

  @Test
  void toBlocksOfAGrid() throws IOException {
    compare(Source.GRID);
  }

  @Test
  void toKernelsOnStreams() throws IOException {
    compare(Source.STREAMS);
  }

  @Test
  void toThreadsOfAHost() throws IOException {
    compare(Source.HOST);
  }

  private static void compare(Source source) throws IOException {
    List<String> lines = new ArrayList<>();
    List<Profile> profiles = Profile.all().toList();
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      Profile profile = profiles.get(seed % profiles.size());
      Machine machine = source.draw(new SeededChoices(seed), profile);
      for (Engine engine : List.of(Engine.STATES, Engine.DPOR, Engine.RANDOM)) {
        long budget =
            switch (engine) {
              case STATES, AUTO -> 500;
              case DPOR -> 40;
              case RANDOM -> 3;
            };
        Exploration exploration =
            engine.explore(
                machine,
                Optional.of(new Conflicts(new Specification(profile))),
                DrawnProgram::printed,
                new Effort(budget, seed, () -> false));
        lines.add("%d %s %s".formatted(seed, profile.name(), engine.key()) + told(exploration));
      }
    }
    Path file = FOLDER.resolve(source.name().toLowerCase(Locale.ROOT) + ".txt");
    String text = String.join("\n", lines) + "\n";
    if (WRITE) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  private static String told(Exploration exploration) {
    String outcomes =
        exploration.outcomes().entrySet().stream()
            .map(entry -> "\n  %d times %s".formatted(entry.getValue(), entry.getKey()))
            .collect(Collectors.joining());
    String findings =
        exploration.findings().stream()
            .map(finding -> "\n  %s by %s".formatted(told(finding), finding.witness().choices()))
            .collect(Collectors.joining());
    String part = exploration.complete() ? "" : " in part";
    return ": %d%s".formatted(exploration.states(), part) + outcomes + findings;
  }

  private static String told(Finding finding) {
    return switch (finding) {
      case Finding.Undefined undefined ->
          "conflict of %s and %s"
              .formatted(undefined.conflict().first().use(), undefined.conflict().second().use());
      case Finding.Stuck stuck -> "stuck:" + told(stuck.agents());
      case Finding.Livelock livelock ->
          "livelock in %d steps:".formatted(livelock.round().size()) + told(livelock.agents());
      case Finding.Failure failure -> failure.failure().text();
      case Finding.Stale _ -> "stale load";
    };
  }

  private static String told(List<Blocked> agents) {
    return agents.stream()
        .map(agent -> " %s of PE %d %s;".formatted(agent.who(), agent.pe(), agent.what()))
        .collect(Collectors.joining());
  }
}
