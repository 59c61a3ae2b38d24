package org.shmemlab.scenarios.mutants;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/** A damaged source, and the promises about it. */
final class Mutant {
  private static final int MOST_WOUNDS = 4;
  private static final int PES = 2;
  private static final long MOST_INSTRUCTIONS = 200_000;

  /** The names of Java's exceptions; CUDA's own names of errors begin with a small letter. */
  private static final Pattern THROWABLE =
      Pattern.compile("\\b(java|org\\.\\w+)\\.[a-z]|\\b[A-Z][a-z]\\w*(Exception|Error)\\b");

  private final long seed;
  private final String origin;
  private final SourceFile file;

  private Mutant(long seed, String origin, SourceFile file) {
    this.seed = seed;
    this.origin = origin;
    this.file = file;
  }

  /** The mutant of a seed; it lies in this folder, so that it can include itself. */
  static Mutant make(long seed, List<SourceFile> sources, Path folder) throws IOException {
    Choices choices = new SeededChoices(seed);
    SourceFile source = choices.pick(sources);
    String ending = source.path().substring(source.path().lastIndexOf('.'));
    if (choices.yes(1, 8)) {
      ending = ending.equals(".cu") ? ".c" : ".cu";
    }
    Path path = folder.resolve("mutant" + ending);
    String text = Damage.damaged(source.text(), MOST_WOUNDS, choices);
    boolean bytes = choices.yes(1, 8);
    Files.write(path, text.getBytes(bytes ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8));
    return new Mutant(seed, source.path(), SourceFile.read(path));
  }

  SourceFile file() {
    return file;
  }

  /** Compiles and runs it; each complaint names a broken promise. */
  void examine(Consumer<String> complaints) {
    ImmutableList<Diagnostic> diagnostics;
    Program program;
    if (file.path().endsWith(".litmus")) {
      Litmus.Compiled compiled = Litmus.compile(file);
      diagnostics = compiled.diagnostics();
      program = compiled.program() == null ? null : compiled.program().program();
    } else {
      CudaC.Compiled compiled = CudaC.compile(file);
      diagnostics = compiled.diagnostics();
      program = compiled.program();
    }
    boolean error = diagnostics.stream().anyMatch(d -> d.severity() == Diagnostic.Severity.ERROR);
    if (error != (program == null)) {
      complaints.accept(this + ": a program where there are errors, or neither");
    }
    diagnostics.forEach(diagnostic -> judge(diagnostic, complaints));
    String report = program == null ? null : run(program);
    if (report != null && THROWABLE.matcher(report).find()) {
      complaints.accept(this + ": runs into " + report);
    }
  }

  private void judge(Diagnostic diagnostic, Consumer<String> complaints) {
    String text = diagnostic.toString();
    int line = diagnostic.line().line();
    boolean ofNoLine = diagnostic.message().startsWith("Clang gave up on this source");
    boolean inFile = diagnostic.line().file().equals(file.path());
    if (text.lines().count() != 1
        || diagnostic.message().isEmpty()
        || (line < 1 && !ofNoLine)
        || (inFile && line > 1 + file.text().lines().count())
        || THROWABLE.matcher(diagnostic.message()).find()) {
      complaints.accept(this + ": " + text.replace('\n', '|'));
    }
  }

  /** The message of a failure in the first instructions, else null. */
  private static @Nullable String run(Program program) {
    Job job = new Job(PES, PES, ImmutableList.of(), ImmutableMap.of(), Job.Gpu.H200);
    Machine machine = new Machine(program, job, new Immediate(), new RuntimeSystem());
    RunResult result =
        new Runner(
                machine,
                new RoundRobin(),
                new Runner.Observer() {
                  @Override
                  public void output(List<Output> pieces) {}

                  @Override
                  public boolean goOn(long instructions) {
                    return instructions < MOST_INSTRUCTIONS;
                  }
                })
            .run();
    return switch (result) {
      case RunResult.Failed failed -> String.valueOf(failed.failure().getMessage());
      case RunResult.Deadlock deadlock -> deadlock.toString();
      case RunResult.Finished _, RunResult.Stopped _ -> null;
    };
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "mutant %d of %s", seed, origin);
  }
}
