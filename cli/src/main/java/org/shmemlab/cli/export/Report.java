package org.shmemlab.cli.export;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.scenarios.source.ShellWords;
import org.shmemlab.scenarios.written.WholeFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes the page of {@code --report}: the results of a command, for any browser. */
public final class Report {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "write a page there, too, that any browser opens without a network")
  private @Nullable Path file;

  /** Whether a page is wanted. */
  public boolean wanted() {
    return file != null;
  }

  /** Refuses a file that cannot be written, before anything is done for it. */
  public void check() {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw usage("there is no folder " + folder);
    }
    if (Files.isDirectory(file)) {
      throw usage("this is a folder");
    }
  }

  /**
   * Where the numbers of the page come from.
   *
   * @param facts what is not in the command
   */
  public PageProvenance origin(ImmutableMap<String, String> facts) {
    Stream<String> words =
        Objects.requireNonNull(spec).root().commandLine().getParseResult().originalArgs().stream();
    String command =
        Stream.concat(Stream.of("shmemlab"), words)
            .map(ShellWords::quoted)
            .collect(Collectors.joining(" "));
    return new PageProvenance(command, VersionProvider.number(), facts);
  }

  /** Writes the page. */
  public void write(String html) {
    if (file != null) {
      WholeFile.write(file, html);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "--report " + file + ": " + message);
  }
}
