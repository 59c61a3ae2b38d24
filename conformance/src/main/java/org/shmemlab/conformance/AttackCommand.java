package org.shmemlab.conformance;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.shmemlab.conformance.programs.Attack;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs {@code shmemlab attack}: compares the engines on programs drawn at random. */
@Command(
    name = "attack",
    description = {
      "Draws whole programs, asks every engine about each, and shows those on which they differ,",
      "or where a library call allows less than the same written by hand."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:no difference",
      "1:a difference",
      "2:a mistake in the command line, or a file that is not usable"
    })
final class AttackCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--programs",
      paramLabel = "N",
      defaultValue = "1000",
      description = "how many programs to draw (default: ${DEFAULT-VALUE})")
  private long programs = 1_000;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "seed of the first program; the next one has the next (default: ${DEFAULT-VALUE})")
  private long seed = 1;

  @Option(
      names = "--each",
      paramLabel = "K",
      defaultValue = "1",
      description = {
        "how many programs to make small and show for each kind of difference",
        "(default: ${DEFAULT-VALUE})"
      })
  private int each = 1;

  @Option(
      names = "--save",
      paramLabel = "FOLDER",
      description = "write the programs that are shown there, too")
  private Optional<Path> save = Optional.empty();

  @Option(names = "--json", description = "print one JSON document, nothing else")
  private boolean json;

  /** Holds the findings of an attack, as JSON has them. */
  private record Attacked(
      long firstSeed,
      int programs,
      int undefined,
      int hanging,
      int unfinished,
      int judgedByAxioms,
      ImmutableSortedMap<String, Integer> differences,
      ImmutableList<Shown> shown) {}

  /** A program that shows a difference, made small. */
  private record Shown(long seed, String title, int pes, String profile, String program) {
    static Shown of(Attack.Found found) {
      return new Shown(
          found.seed(),
          found.difference().title(),
          found.program().pes(),
          found.program().profile().name(),
          found.text());
    }
  }

  AttackCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (programs < 0) {
      return wrong("--programs " + programs + ": a number from 0");
    }
    if (save.isPresent() && !Files.isDirectory(save.get())) {
      return wrong("--save " + save.get() + ": no folder; make it first");
    }
    Attack attack = new Attack(programs);
    Map<String, Integer> kinds = new TreeMap<>();
    ImmutableList.Builder<Shown> shown = ImmutableList.builder();
    for (long number = seed; number < seed + programs; number++) {
      Optional<Attack.Found> found = attack.examine(number);
      if (found.isPresent()
          && kinds.merge(found.get().difference().title(), 1, Integer::sum) <= each) {
        try {
          Attack.Found smallest = Attack.smallest(found.get());
          shown.add(Shown.of(smallest));
          show(smallest);
        } catch (IOException problem) {
          return wrong("--save " + save.orElseThrow() + ": cannot write " + problem.getMessage());
        }
      }
    }
    int exitCode = kinds.isEmpty() ? OK : FAILED;
    if (json) {
      Attacked attacked =
          new Attacked(
              seed,
              attack.programs(),
              attack.undefined(),
              attack.hanging(),
              attack.unfinished(),
              attack.byAxioms(),
              attack.differences(),
              shown.build());
      out.print(Document.text(Schema.ATTACK, exitCode, ImmutableList.of(attacked)));
    } else {
      out.println(attack);
    }
    return exitCode;
  }

  private void show(Attack.Found found) throws IOException {
    if (!json) {
      out.println(found.text());
    }
    if (save.isPresent()) {
      Path file = save.get().resolve("seed" + found.seed() + found.program().suffix());
      Files.writeString(file, found.text());
    }
  }

  private int wrong(String what) {
    err.println("shmemlab: error: " + what);
    return USAGE;
  }
}
