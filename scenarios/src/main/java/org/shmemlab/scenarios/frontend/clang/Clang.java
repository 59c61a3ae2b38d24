package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Runs the compiler on the files of a program, as many at once as there are cores: for CUDA twice,
 * for the host and for devices. Files in the cache of compilations are not compiled again.
 */
final class Clang {
  /** That of our own headers (CUDART_VERSION), and the PTX that it has (PTX ISA, release notes). */
  private static final String CUDA = "12.8";

  private static final String PTX = "+ptx87";

  private final Toolchain toolchain;
  private final Map<String, String> environment;
  private final CompilationCache kept;

  Clang(Toolchain toolchain, Map<String, String> environment) {
    this.toolchain = toolchain;
    this.environment = environment;
    this.kept = new CompilationCache(toolchain);
  }

  /** Compiles files; the results are in the files' order. */
  ImmutableList<Bitcode> compile(List<SourceFile> files) throws IOException, InterruptedException {
    List<Compilation> all = new ArrayList<>();
    Deque<CompilerRun> running = new ArrayDeque<>();
    int most = Math.max(2, Runtime.getRuntime().availableProcessors());
    try {
      for (SourceFile file : files) {
        Compilation one = new Compilation(file);
        all.add(one);
        for (CompilerRun pass : one.passes()) {
          if (running.size() == most) {
            running.remove().await();
          }
          pass.start();
          running.add(pass);
        }
      }
      ImmutableList.Builder<Bitcode> made = ImmutableList.builder();
      for (Compilation one : all) {
        made.add(one.result());
      }
      return made.build();
    } finally {
      for (Compilation one : all) {
        one.close();
      }
    }
  }

  /** The compilation of one file. */
  private final class Compilation {
    private final SourceFile file;
    private final OpenFiles open = new OpenFiles(toolchain);
    private final String key;
    private final @Nullable Bitcode known;
    private final @Nullable Path work;
    private final ImmutableList<CompilerRun> passes;
    private final long start = System.currentTimeMillis();

    Compilation(SourceFile file) throws IOException {
      this.file = file;
      ImmutableList<String> host = arguments(file, false);
      ImmutableList<String> device = arguments(file, true);
      boolean closed = file.options().isClosed();
      key = kept.key(file, with(host, file.options().flags().toArray(String[]::new)), device);
      known = kept.find(key);
      work = known == null ? Unpacking.draft(toolchain.cache(), "compiling") : null;
      ImmutableList.Builder<CompilerRun> some = ImmutableList.builder();
      if (work != null) {
        Path source = work.resolve("source");
        Files.write(source, Bytes.concat(place(file), inClang(file)));
        String[] seen =
            closed
                ? open.arguments(source)
                : new HeaderOverlay(file, headers(toolchain, environment, file))
                    .arguments(source)
                    .toArray(String[]::new);
        CompilerRun.Limits limits =
            closed ? CompilerRun.Limits.OF_STRANGERS : CompilerRun.Limits.USUAL;
        // the compiler writes the name of the file into its additions, too
        String named = "-fdebug-prefix-map=" + source + "=" + file.path();
        some.add(new CompilerRun(with(with(host, seen), named), source, "host", limits));
        if (file.isCuda()) {
          some.add(new CompilerRun(with(with(device, seen), named), source, "device", limits));
        }
      }
      passes = some.build();
    }

    ImmutableList<CompilerRun> passes() {
      return passes;
    }

    Bitcode result() throws IOException, InterruptedException {
      if (known != null) {
        return known;
      }
      boolean good = true;
      ImmutableList.Builder<String> messages = ImmutableList.builder();
      for (CompilerRun pass : passes) {
        good &= pass.await() == 0;
        for (String message : pass.messages()) {
          messages.add(file.options().isClosed() ? open.unnamed(message) : message);
        }
      }
      if (!good) {
        return new Bitcode(null, null, messages.build());
      }
      byte[] device = file.isCuda() ? passes.get(1).output() : null;
      Bitcode made = new Bitcode(passes.get(0).output(), device, messages.build());
      List<Path> read = new ArrayList<>();
      for (CompilerRun pass : passes) {
        pass.read().stream().filter(path -> !path.startsWith(work())).forEach(read::add);
      }
      kept.keep(key, made, file, read, start);
      return made;
    }

    private Path work() {
      return Objects.requireNonNull(work);
    }

    void close() throws IOException {
      for (CompilerRun pass : passes) {
        pass.end();
      }
      if (work != null) {
        MoreFiles.deleteRecursively(work, RecursiveDeleteOption.ALLOW_INSECURE);
      }
    }
  }

  // ---------------------------------------------------------------- arguments

  /** Where the headers of a source are. */
  static HeaderPlaces headers(
      Toolchain toolchain, Map<String, String> environment, SourceFile source) {
    return HeaderPlaces.own(toolchain.headers(), toolchain.clang())
        .on(environment, source.options());
  }

  ImmutableList<String> arguments(SourceFile file, boolean device) {
    ImmutableList.Builder<String> line = ImmutableList.builder();
    line.add(toolchain.clang().toString());
    HeaderPlaces headers = headers(toolchain, environment, file);
    line.addAll(CommonOptions.of(headers));
    if (file.isCuda()) {
      line.add("-nocudainc", "-nocudalib");
      // A toolkit of this machine would decide how launches look, and which instructions there are.
      line.add("--cuda-path=" + toolchain.headers());
      line.add("-Xclang", "-target-sdk-version=" + CUDA);
      String throwing = device ? "__builtin_trap()" : "throw __VA_ARGS__";
      line.add("-D" + NvccDialect.THROWS + "(...)=" + throwing);
      if (device) {
        line.add("--cuda-device-only", "--cuda-gpu-arch=sm_90", "--cuda-feature=" + PTX);
      } else {
        line.add("--cuda-host-only");
        // any file serves: its presence makes the compiler write which function launches which
        // kernel
        line.add("-Xclang", "-fcuda-include-gpubinary", "-Xclang", "/dev/null");
        // a kernel template may call templates that are for devices where __CUDA_ARCH__ is defined
        line.add("-foffload-implicit-host-device-templates");
      }
      // nvcc checks the bodies of functions for the other side less strictly
      line.add("-fgpu-defer-diag", "-Xclang", "-fcuda-allow-variadic-functions");
      line.add("-include", headers.first()); // as nvcc does
    }
    for (Map.Entry<String, String> macro : file.macros().entrySet()) {
      line.add("-D" + macro.getKey() + "=" + macro.getValue());
    }
    file.options().undefined().forEach(name -> line.add("-U" + name));
    line.add("-x", file.language());
    ImmutableList<String> flags = file.options().flags();
    for (int i = 0; i < flags.size(); i++) {
      if (flags.get(i).equals(CompilerOptions.CLOSED)
          || flags.get(i).startsWith(CompilerOptions.HEADERS)) {
        continue; // a matter of each run: see OpenFiles and HeaderPlaces
      }
      if (flags.get(i).equals(CompilerOptions.REPLACE)) {
        i++; // a matter of each run, too: see HeaderOverlay
        continue;
      }
      if (flags.get(i).equals(CompilerOptions.CUDA_PATH)) {
        Path named = Path.of(flags.get(++i));
        if (headers.toolkit() == null) {
          line.add("-idirafter", named.resolve("include").toString());
        }
      } else {
        line.add(flags.get(i));
      }
    }
    if (file.usesOpenMp()) {
      line.add("-fopenmp");
    }
    // before all other folders, as for a header next to the source
    line.add("-iquote", Path.of(file.path()).toAbsolutePath().resolveSibling("").toString());
    line.add("-emit-llvm", "-c");
    return line.build();
  }

  private static ImmutableList<String> with(ImmutableList<String> line, String... more) {
    return ImmutableList.<String>builder().addAll(line).add(more).build();
  }

  private static byte[] inClang(SourceFile file) {
    return file.isCuda()
        ? NvccDialect.rewritten(file.text()).getBytes(StandardCharsets.UTF_8)
        : file.bytes();
  }

  /** The line that names the file to the compiler by the user's path. */
  private static byte[] place(SourceFile file) {
    String path = file.path().replace("\\", "\\\\").replace("\"", "\\\"");
    return ("# 1 \"" + path + "\"\n").getBytes(StandardCharsets.UTF_8);
  }
}
