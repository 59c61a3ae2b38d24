package org.shmemlab.scenarios.source;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Groups files into programs: sources of which exactly one has a main function, if they are named
 * one after another or lie in one folder. Otherwise each is a program of its own. Litmus tests and
 * launch files always are, and a file that a launch file names is a part of that program.
 */
public final class Programs {
  private Programs() {}

  /** The programs of files that are named one after another. */
  public static ImmutableList<SourceFile> ofNamed(List<SourceFile> files) {
    return joined(files, _ -> "");
  }

  /** The programs of files that were found in folders. */
  public static ImmutableList<SourceFile> ofFolders(List<SourceFile> files) {
    return joined(files, file -> Path.of(file.path()).resolveSibling(""));
  }

  private static ImmutableList<SourceFile> joined(
      List<SourceFile> files, Function<SourceFile, Object> group) {
    Set<String> parts =
        files.stream()
            .filter(SourceFile::isLaunch)
            .flatMap(launch -> launch.others().stream().map(SourceFile::path))
            .collect(toImmutableSet());
    ListMultimap<Object, SourceFile> groups =
        files.stream()
            .filter(file -> !file.isLitmus() && !file.isLaunch())
            .collect(
                Multimaps.toMultimap(
                    group,
                    file -> file,
                    MultimapBuilder.linkedHashKeys().arrayListValues()::build));
    ImmutableList.Builder<SourceFile> all = ImmutableList.builder();
    for (SourceFile file : files) {
      if (file.isLitmus() || file.isLaunch()) {
        all.add(file);
        continue;
      }
      List<SourceFile> members = groups.get(group.apply(file));
      List<SourceFile> starts =
          members.size() < 2 ? List.of() : members.stream().filter(SourceFile::hasMain).toList();
      if (starts.size() != 1) {
        if (!parts.contains(file.path())) {
          all.add(file);
        }
      } else if (starts.get(0).equals(file)) {
        all.add(file.with(members.stream().filter(other -> !other.equals(file)).toList()));
      }
    }
    return all.build();
  }
}
