package org.shmemlab.scenarios.launch;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads launch files. */
public final class LaunchFiles {
  private LaunchFiles() {}

  /**
   * The host part that a launch file stands for.
   *
   * @param source in CUDA; its lines are those of the launch file
   * @param objects the names of symmetric objects, by the places of the calls that make them
   */
  public record Host(SourceFile source, ImmutableMap<SourceLine, String> objects) {}

  /** The program of a launch file and of the files that it names, as far as they can be read. */
  public static SourceFile withParts(SourceFile launch) {
    List<SourceFile> parts = new ArrayList<>();
    for (String path : parts(launch)) {
      try {
        parts.add(SourceFile.read(Path.of(path)));
      } catch (IOException reported) {
        // with its line when the program is compiled
      }
    }
    return launch.with(parts);
  }

  /** The paths of the files that a launch file names; no other file does. */
  public static ImmutableList<String> parts(SourceFile launch) {
    ImmutableList.Builder<String> paths = ImmutableList.builder();
    if (launch.isLaunch()) {
      try {
        PlacedYaml yaml = new PlacedYaml(launch.path());
        Fields all = yaml.fields(yaml.root(launch.text()), "a launch file");
        if (all.has("files")) {
          for (Node name : yaml.items(all.get("files"))) {
            paths.add(beside(launch, yaml.text(name, "a file")));
          }
        }
      } catch (LaunchMistake reported) {
        // with its line when the program is compiled
      }
    }
    return paths.build();
  }

  /** The number of PEs that a launch file asks for; no other file does. */
  public static OptionalInt pes(SourceFile launch) {
    if (!launch.isLaunch()) {
      return OptionalInt.empty();
    }
    try {
      PlacedYaml yaml = new PlacedYaml(launch.path());
      Fields all = yaml.fields(yaml.root(launch.text()), "a launch file");
      return all.has("pes")
          ? OptionalInt.of(yaml.count(all.get("pes"), "the number of PEs", JobLayout.MAX_PES))
          : OptionalInt.empty();
    } catch (LaunchMistake reported) {
      return OptionalInt.empty();
    }
  }

  /** The path of a file that a launch file names. */
  static String beside(SourceFile launch, String name) {
    return Path.of(launch.path()).resolveSibling(name).toString();
  }

  /**
   * Writes the host part of a launch file, or null where the diagnostics say why there is none.
   *
   * @param files all files of the program
   */
  public static @Nullable Host host(
      SourceFile launch, ImmutableList<SourceFile> files, Diagnostics diagnostics) {
    try {
      HostProgram program = new HostProgram(launch, files);
      String text = program.write();
      return new Host(
          new SourceFile(launch.path(), text, launch.options(), ImmutableList.of()),
          program.objects());
    } catch (LaunchMistake mistake) {
      diagnostics.error(mistake.at(), mistake.what());
      return null;
    }
  }
}
