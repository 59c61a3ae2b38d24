package org.shmemlab.scenarios.frontend.clang;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.CompilerOptions;

/**
 * Finds the headers of Open MPI on this machine. Its handles are pointers to objects of the
 * library; {@code over/mpi.h} gives them the values of the run-time system. The handles of MPICH
 * are numbers of half that width, so its headers are left alone.
 */
final class OpenMpi {
  private static final String MARK = "#define OPEN_MPI ";
  private static final ImmutableSet<String> FOLDERS = ImmutableSet.of("-I", "-isystem");
  private static final ImmutableList<String> DEBIAN =
      ImmutableList.of(
          "/usr/lib/x86_64-linux-gnu/openmpi/include",
          "/usr/lib/aarch64-linux-gnu/openmpi/include");

  private OpenMpi() {}

  /**
   * The folder of Open MPI's headers: one that the options name, that of {@code MPI_HOME} or of
   * {@code mpicc}, or where Debian has it; or null.
   */
  static @Nullable Path headers(Map<String, String> environment, CompilerOptions options) {
    List<String> flags = options.flags();
    Stream<String> named =
        IntStream.range(1, flags.size())
            .filter(at -> FOLDERS.contains(flags.get(at - 1)))
            .mapToObj(flags::get);
    Stream<String> homes =
        Stream.of("MPI_HOME", "OMPI_HOME")
            .map(name -> environment.getOrDefault(name, ""))
            .filter(home -> !home.isEmpty())
            .map(home -> home + "/include");
    Stream<String> installed =
        Splitter.on(':')
            .splitToStream(environment.getOrDefault("PATH", ""))
            .filter(folder -> folder.endsWith("/bin"))
            .filter(folder -> Files.isExecutable(Path.of(folder, "mpicc")))
            .map(folder -> folder.substring(0, folder.length() - "bin".length()) + "include");
    return Stream.of(named, homes, installed, DEBIAN.stream())
        .flatMap(folders -> folders)
        .filter(OpenMpi::isOpenMpi)
        .findFirst()
        .map(Path::of)
        .orElse(null);
  }

  private static boolean isOpenMpi(String folder) {
    try {
      Path header = Path.of(folder, "mpi.h");
      return Files.isRegularFile(header)
          && Files.readString(header, StandardCharsets.ISO_8859_1).contains(MARK);
    } catch (InvalidPathException | IOException unreadable) {
      return false;
    }
  }
}
