package org.shmemlab.reports.finding;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.model.job.Job;
import org.shmemlab.scenarios.launch.LaunchFiles;
import org.shmemlab.scenarios.source.ShellWords;
import org.shmemlab.scenarios.source.SourceFile;

/** Writes the command that checks a program or test. */
public final class CheckWords {
  private CheckWords() {}

  /** Checks what was run, with as many PEs, the same macros and the same arguments. */
  public static String of(SourceFile source, Job job) {
    return String.join(" ", words(source, List.of(), job));
  }

  /** The same with as many PEs as a check takes where its command names none. */
  public static String ofUsualSize(SourceFile source, Job job) {
    return String.join(" ", words(source, List.of(), job, false));
  }

  /**
   * The same, word by word.
   *
   * @param rules the options that say under which rules
   */
  static ImmutableList<String> words(SourceFile source, List<String> rules, Job job) {
    return words(source, rules, job, !source.isLitmus());
  }

  private static ImmutableList<String> words(
      SourceFile source, List<String> rules, Job job, boolean sized) {
    ImmutableList.Builder<String> words = ImmutableList.builder();
    words.add("shmemlab", "check", ShellWords.quoted(source.path())).addAll(rules);
    if (sized) {
      words.add("-n", String.valueOf(job.pes()));
    }
    words.addAll(options(source));
    ImmutableList<String> named = LaunchFiles.parts(source);
    source.others().stream()
        .map(SourceFile::path)
        .filter(path -> !named.contains(path))
        .forEach(path -> words.add("--with", ShellWords.quoted(path)));
    job.allowance()
        .failing()
        .ifPresent(failing -> words.add("--failures", "allocation:" + failing.number()));
    job.arguments().forEach(argument -> words.add("--arg", ShellWords.quoted(argument)));
    return words.build();
  }

  /** The compiler's options beyond the program's own text, as options of the command. */
  public static ImmutableList<String> options(SourceFile source) {
    ImmutableList.Builder<String> words = ImmutableList.builder();
    source
        .macros()
        .forEach((name, value) -> words.add("-D" + ShellWords.quoted(name + "=" + value)));
    source.options().undefined().forEach(name -> words.add("-U" + name));
    source.options().flags().forEach(word -> words.add(ShellWords.quoted(word)));
    return words.build();
  }
}
