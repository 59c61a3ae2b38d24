package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hasher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;

/**
 * Compiles the parts that programs are linked to: functions of the C and C++ libraries and of
 * OpenMP that are no services of the machine. They are C and C++ of ours, compiled once into the
 * user's cache, and a program gets those files that it asks something of.
 */
final class RuntimeParts {
  private static final String FOLDER = "/org/shmemlab/scenarios/runtime/";
  private static final String COMPILED = ".bc";

  /** A file, and the prefixes of the symbols that need it. */
  private record Part(String file, List<String> prefixes) {
    boolean isAskedFor(Set<String> symbols) {
      return prefixes.stream().anyMatch(p -> symbols.stream().anyMatch(s -> s.startsWith(p)));
    }
  }

  private static final ImmutableList<String> COMPLEX =
      ImmutableList.of(
          "__mul", "__div", "creal", "cimag", "cabs", "carg", "conj", "cproj", "csqrt", "cexp",
          "clog", "cpow", "csin", "ccos", "ctan");

  private static final ImmutableList<String> POSIX =
      ImmutableList.of(
          "uname",
          "getpagesize",
          "getuid",
          "geteuid",
          "getgid",
          "getegid",
          "sysconf",
          "readlink",
          "setbuf",
          "setlinebuf",
          "rand_r",
          "strerror_r",
          "__xpg_",
          "basename",
          "dirname",
          "sscanf",
          "vsscanf",
          "__shmemlab_scan",
          "__isoc99_sscanf",
          "__isoc23_sscanf");

  /** The functions that look for others by their names. */
  private static final ImmutableList<String> LOOKUPS =
      ImmutableList.of("dl", "cuGetProcAddress", "cudaGetDriverEntryPoint");

  private static final ImmutableList<String> MODULES =
      ImmutableList.of(
          "cuModule",
          "cuLibrary",
          "cuKernel",
          "cuLaunchKernel",
          "cuLaunchCooperativeKernel",
          "cuFunc",
          "cuOccupancy",
          "cudaGetFuncBySymbol");

  private static final ImmutableList<String> FILES =
      ImmutableList.of(
          "open",
          "creat",
          "close",
          "read",
          "write",
          "lseek",
          "pread",
          "pwrite",
          "fsync",
          "isatty",
          "stat",
          "lstat",
          "fstat",
          "access",
          "remove",
          "unlink",
          "rmdir",
          "mkdir",
          "fdopen",
          "fopen",
          "fclose",
          "fileno",
          "fread",
          "fwrite",
          "fget",
          "get",
          "ungetc",
          "feof",
          "ferror",
          "clearerr",
          "fseek",
          "ftell",
          "rewind",
          "perror",
          "vfscanf",
          "fscanf",
          "scanf",
          "__isoc99_",
          "__isoc23_");

  /** The functions that our own headers define in each file, and those of the machine declare. */
  private static final ImmutableList<String> MACHINE =
      ImmutableList.of(
          "__errno_location",
          "is",
          "to",
          "getopt",
          "opt",
          "pthread_",
          "sched_",
          "sem_",
          "gettimeofday",
          "clock",
          "nanosleep",
          "sleep",
          "usleep");

  private static final ImmutableList<Part> PARTS =
      ImmutableList.of(
          new Part(
              "errors.cpp",
              List.of(
                  "_ZNSt3_V2",
                  "_ZNKSt3_V2",
                  "_ZTINSt3_V2",
                  "_ZNKSt10error_code",
                  "_ZNSt12system_error",
                  "_ZTISt12system_error",
                  "_ZTVSt12system_error",
                  "_ZSt20__throw_system_error",
                  "_ZSt20__throw_future_error",
                  "_ZSt15future_category",
                  "_ZNSt12future_error",
                  "_ZTISt12future_error",
                  "_ZTVSt12future_error",
                  "_ZNSt11regex_error",
                  "_ZTISt11regex_error",
                  "_ZTVSt11regex_error",
                  "_ZSt19__throw_regex_error")),
          new Part("exceptions.cpp", List.of("_Z", "__cxa_", "__gxx_personality")),
          new Part(
              "threads.cpp",
              List.of(
                  "_ZNSt6thread",
                  "_ZNSt18cond",
                  "_ZNSt6chrono",
                  "__once",
                  "_ZSt11__once",
                  "_ZNSt13__future",
                  "_ZNSt28__atomic_futex")),
          new Part("cxx.cpp", List.of("_Z", "__cxa_", "atexit")),
          new Part("omp.c", List.of("__kmpc_", "omp_")),
          new Part(
              "omp_loops.c",
              List.of("__kmpc_for", "__kmpc_dispatch", "__kmpc_doacross", "omp_get_schedule")),
          new Part("omp_tasks.c", List.of("__shmemlab_tasks_end")),
          new Part("complex.c", COMPLEX),
          new Part("nvml.c", List.of("nvml")),
          new Part("mpi_windows.c", List.of("MPI_Win", "MPI_Put", "MPI_Get")),
          new Part("mpi.c", List.of("MPI_")),
          new Part(
              "nccl_device.c",
              List.of(
                  "ncclDevComm",
                  "ncclCommWindow",
                  "ncclCommQueryProperties",
                  "ncclGetLsaDevicePointer",
                  "ncclGetPeerDevicePointer",
                  "__ncclSymmetric")),
          new Part("nccl.c", List.of("nccl")),
          new Part("modules.c", MODULES),
          new Part(
              "driver.c",
              List.of(
                  "cuInit",
                  "cuDevice",
                  "cuDriver",
                  "cuGetError",
                  "cuCtx",
                  "cuMem",
                  "cuStream",
                  "cuEvent")),
          new Part(
              "graphs.c",
              List.of(
                  "cudaGraph",
                  "cudaStreamBeginCapture",
                  "cudaStreamEndCapture",
                  "cudaStreamIsCapturing")),
          new Part(
              "cudart.c",
              List.of(
                  "cudaProfiler",
                  "cudaThreadExchangeStreamCaptureMode",
                  "cudaDeviceGetPCIBusId",
                  "cudaDeviceGetByPCIBusId",
                  "cudaDeviceGetP2PAttribute",
                  "cudaFuncGetAttributes",
                  "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags")),
          new Part("files.c", FILES),
          new Part("posix.c", POSIX),
          new Part("environ.c", List.of("environ")),
          new Part("dl.c", LOOKUPS),
          new Part("machine.c", MACHINE),
          new Part("libc.c", List.of("")));

  /** The part that code for devices is linked with. */
  private static final Part DEVICE = new Part("libdevice.c", List.of("__nv_"));

  private static final ImmutableList<String> INCLUDED = ImmutableList.of("team.h");

  private RuntimeParts() {}

  /** Puts all that the parts are made of into a hash. */
  static void hash(Hasher hasher) {
    INCLUDED.forEach(name -> hasher.putBytes(Headers.bytes(FOLDER + name)));
    PARTS.forEach(part -> hasher.putBytes(Headers.bytes(FOLDER + part.file)));
    hasher.putBytes(Headers.bytes(FOLDER + DEVICE.file));
  }

  /**
   * Compiles the parts into the folder of our headers.
   *
   * @param headers where the folder is being made
   * @param place where it will be
   */
  static void compile(Path headers, Path place, Path clang) throws IOException {
    Path folder = headers.resolve("runtime");
    for (String name : INCLUDED) {
      Headers.put(folder.resolve(name), Headers.bytes(FOLDER + name));
    }
    for (Part part : PARTS) {
      Path source = folder.resolve(part.file);
      Headers.put(source, Headers.bytes(FOLDER + part.file));
      compile(source, headers, place, clang);
    }
    Path source = folder.resolve(DEVICE.file);
    Headers.put(source, Headers.bytes(FOLDER + DEVICE.file));
    compile(source, headers, place, clang, "--target=nvptx64-nvidia-cuda");
  }

  private static void compile(Path source, Path headers, Path place, Path clang, String... options)
      throws IOException {
    ImmutableList<String> line =
        ImmutableList.<String>builder()
            .add(clang.toString())
            .addAll(CommonOptions.of(HeaderPlaces.own(headers, clang)))
            .add(options)
            .add("-w", "-emit-llvm", "-c", "-fdebug-prefix-map=" + headers + "=" + place)
            .add("-o", source + COMPILED, source.toString())
            .build();
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("the compiler does not run here: " + said.strip());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("stopped");
    }
  }

  /** Links a program with the parts that it asks something of. */
  static void link(LlvmModule program, Path headers) throws IOException {
    Set<String> undefined = undefined(program);
    Set<String> named =
        undefined.stream().anyMatch(s -> LOOKUPS.stream().anyMatch(s::startsWith))
            ? program.texts()
            : Set.of();
    for (Part part : PARTS) {
      if (part.isAskedFor(undefined) || part.isAskedFor(named)) {
        program.link(Files.readAllBytes(headers.resolve("runtime").resolve(part.file + COMPILED)));
        undefined = undefined(program);
      }
    }
  }

  /** Links code for devices with the functions of NVIDIA's device library that it calls. */
  static void linkDevice(LlvmModule code, Path headers) throws IOException {
    if (DEVICE.isAskedFor(undefined(code))) {
      code.link(Files.readAllBytes(headers.resolve("runtime").resolve(DEVICE.file + COMPILED)));
    }
  }

  private static Set<String> undefined(LlvmModule program) {
    Llvm llvm = program.llvm();
    Set<String> symbols = new TreeSet<>();
    for (long function : program.functions()) {
      if (llvm.isDeclaration.of(function) != 0) {
        symbols.add(llvm.name(function));
      }
    }
    for (long global : program.globals()) {
      if (llvm.isDeclaration.of(global) != 0) {
        symbols.add(llvm.name(global));
      }
    }
    return symbols;
  }
}
