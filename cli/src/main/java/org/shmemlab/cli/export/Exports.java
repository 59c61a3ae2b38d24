package org.shmemlab.cli.export;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.written.WholeFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes the files of {@code --export}: the results of a command, for other tools. */
public final class Exports {
  /** Every ending that some command knows, longer ones first. */
  private static final ImmutableList<String> ENDINGS =
      ImmutableSet.of(
              ".trace.json", ".json", ".csv", ".parquet", ".sarif", ".xml", ".goal", ".dot", ".svg")
          .stream()
          .sorted(Comparator.comparingInt(String::length).reversed())
          .collect(ImmutableList.toImmutableList());

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description =
          "write the results there, too, as what the end of the name says, such as .json or .csv;"
              + " as often as wanted")
  private List<Path> files = ImmutableList.of();

  /** Whether some file is wanted. */
  public boolean isEmpty() {
    return files.isEmpty();
  }

  /** Refuses files that the forms do not have, before anything is done for them. */
  public void check(Forms forms) {
    for (Path file : files) {
      String ending = ending(file);
      if (ending == null || !forms.endings().contains(ending)) {
        throw usage(
            file, "this command exports " + String.join(", ", forms.endings()) + " by that ending");
      }
      String table = table(file, ending);
      if (table != null && !forms.tables().contains(table)) {
        throw usage(
            file,
            "the word before "
                + ending
                + " names a table, and there are "
                + String.join(", ", forms.tables()));
      }
      if (files.indexOf(file) != files.lastIndexOf(file)) {
        throw usage(file, "it is named twice");
      }
      Path folder = file.toAbsolutePath().getParent();
      if (folder == null || !Files.isDirectory(folder)) {
        throw usage(file, "there is no folder " + folder);
      }
      if (Files.isDirectory(file)) {
        throw usage(file, "this is a folder");
      }
    }
  }

  /**
   * Writes all files.
   *
   * @param exitCode that the command will answer
   * @throws org.shmemlab.scenarios.written.Unwritten if one cannot be written
   */
  public void write(Forms forms, int exitCode) {
    for (Path file : files) {
      String ending = Objects.requireNonNull(ending(file));
      Forms.Form form = forms.of(ending, table(file, ending));
      WholeFile.write(file, out -> form.write(out, exitCode));
    }
  }

  private static @Nullable String ending(Path file) {
    String name = name(file);
    return ENDINGS.stream().filter(name::endsWith).findFirst().orElse(null);
  }

  private static @Nullable String table(Path file, String ending) {
    if (!Forms.OF_TABLES.contains(ending)) {
      return null;
    }
    String name = name(file);
    String stem = name.substring(0, name.length() - ending.length());
    int dot = stem.lastIndexOf('.');
    return dot < 0 ? null : stem.substring(dot + 1);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private ParameterException usage(Path file, String message) {
    return new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "--export " + file + ": " + message);
  }
}
