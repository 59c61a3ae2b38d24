package org.shmemlab.conformance.calls;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.api.catalogue.Catalogue;

/** Finds the calls that are functions in C of the project, compiled with the program. */
final class OwnCode {
  private static final ImmutableMap<String, ImmutableList<String>> FILES =
      ImmutableMap.of(
          "mpi", ImmutableList.of("include/mpi/mpi.h", "runtime/mpi.c", "runtime/mpi_windows.c"),
          "pthread", ImmutableList.of("include/c/pthread.h", "runtime/libc.c"),
          "omp", ImmutableList.of("runtime/omp.c", "runtime/omp_loops.c", "runtime/omp_tasks.c"),
          "nccl", ImmutableList.of("runtime/nccl.c", "runtime/nccl_device.c"),
          "cuda",
              ImmutableList.of(
                  "include/cuda/cuda.h",
                  "runtime/cudart.c",
                  "runtime/graphs.c",
                  "runtime/driver.c",
                  "runtime/modules.c",
                  "runtime/dl.c"));

  /** The beginning of a library's names. */
  private static final ImmutableMap<String, String> PREFIXES =
      ImmutableMap.of("mpi", "MPI_", "nccl", "nccl[A-Z]", "cuda", "cu(?:da)?[A-Z]");

  private OwnCode() {}

  /** The functions of a library that our C defines, in order. */
  static ImmutableSet<String> of(String library) {
    Pattern definition =
        Pattern.compile(
            "(?m)^\\w[\\w ]*[ *]("
                + PREFIXES.getOrDefault(library, library + "_")
                + "\\w+(?<!_v\\d))\\([^;{}]*\\)\\s*\\{");
    ImmutableSet.Builder<String> names = ImmutableSet.builder();
    for (String file : FILES.getOrDefault(library, ImmutableList.of())) {
      List<String> found =
          definition.matcher(text(file)).results().map(match -> match.group(1)).toList();
      names.addAll(found);
    }
    return names.build();
  }

  private static String text(String file) {
    try (InputStream in = Catalogue.class.getResourceAsStream("/org/shmemlab/scenarios/" + file)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
