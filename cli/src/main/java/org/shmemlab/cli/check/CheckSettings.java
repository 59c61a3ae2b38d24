package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.source.SourceFiles;
import org.shmemlab.model.explore.TimeLimit;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.accepted.AcceptedFindings;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Holds the settings that the options of {@code check} ask for.
 *
 * @param profiles to explore; none where each file decides
 * @param rules the table of order that a profile's gives way to
 * @param pes of programs; null where each file decides
 * @param arguments of programs
 * @param options how programs are compiled
 * @param budget states or schedules, as the engine counts
 * @param failedTests of one agent, where the budget is too small for all
 * @param strict whether a finding of the strict profile alone is an error
 * @param time for each profile or transport of a file; empty for no limit
 * @param timing whether each file's time is reported
 * @param replays where schedules are written to
 * @param accepted decides which findings count no more
 * @param failures calls that fail
 */
record CheckSettings(
    ImmutableList<Profile> profiles,
    Optional<OrderTable> rules,
    @Nullable Integer pes,
    ImmutableList<String> arguments,
    CompilerOptions options,
    Engine engine,
    long budget,
    int failedTests,
    long seed,
    boolean strict,
    Optional<Duration> time,
    boolean timing,
    Optional<ReplayFolder> replays,
    AcceptedFindings accepted,
    FailureOptions failures) {

  /**
   * The profiles of a file: those that the options name, or else its own.
   *
   * @param own what the file is to be judged by where nothing else is asked for
   */
  ImmutableList<Profile> profiles(ImmutableList<Profile> own) {
    ImmutableList<Profile> chosen = profiles.isEmpty() ? own : profiles;
    return rules
        .map(table ->
            chosen.stream()
                .map(profile -> profile.with(table))
                .collect(ImmutableList.toImmutableList()))
        .orElse(chosen);
  }

  /** A program with what its header and the options define for it; a litmus test as it is. */
  SourceFile source(SourceFile file) {
    return SourceFiles.isLitmus(file.path())
        ? file
        : file.compiledWith(HeaderComment.of(file).options()).compiledWith(options);
  }

  /** How much time each profile or transport of a file has. */
  TimeLimit timeLimit() {
    return time.map(limit -> (TimeLimit) new Deadline(limit)).orElse(TimeLimit.UNHURRIED);
  }

  /** The job of a program that asks for so many PEs itself. */
  Job job(int own) {
    int number = pes == null ? own : pes;
    return failures.first(new Job(number, number, arguments, ImmutableMap.of(), Job.Gpu.H200));
  }
}
