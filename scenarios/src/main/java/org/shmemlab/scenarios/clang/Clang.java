package org.shmemlab.scenarios.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/** Runs the compiler on one source: for CUDA twice at once, for the host and for devices. */
final class Clang {
  private static final String TARGET = "--target=x86_64-unknown-linux-gnu";

  /** What Clang writes about a place: file, line, column, kind, text. */
  private static final Pattern FINDING =
      Pattern.compile("(.*?):(\\d+):(\\d+): (fatal error|error|warning): (.*)");

  /** What it writes about no place. */
  private static final Pattern PLACELESS = Pattern.compile("(?:clang: )?(?:fatal )?error: (.*)");

  private final Toolchain toolchain;
  private final Diagnostics diagnostics;

  /** What the compiler made of a source; there are no devices where the second is null. */
  static final class Bitcode {
    private final byte[] host;
    private final byte @Nullable [] device;

    Bitcode(byte[] host, byte @Nullable [] device) {
      this.host = host;
      this.device = device;
    }

    byte[] host() {
      return host;
    }

    byte @Nullable [] device() {
      return device;
    }
  }

  Clang(Toolchain toolchain, Diagnostics diagnostics) {
    this.toolchain = toolchain;
    this.diagnostics = diagnostics;
  }

  /** Compiles a source; null where the diagnostics say why there is nothing. */
  @Nullable Bitcode compile(SourceFile file) throws IOException, InterruptedException {
    Path work = Files.createTempDirectory(toolchain.cache(), "compiling-");
    try {
      Path source = work.resolve("source");
      Files.writeString(source, "# 1 \"" + escaped(file.path()) + "\"\n" + file.text());
      List<Pass> passes = new ArrayList<>();
      passes.add(start(file, source, work, "host"));
      if (file.isCuda()) {
        passes.add(start(file, source, work, "device"));
      }
      boolean good = true;
      for (Pass pass : passes) {
        int status = pass.process.waitFor();
        report(file, Files.readString(pass.messages, StandardCharsets.UTF_8), status);
        good &= status == 0;
      }
      if (!good || diagnostics.hasErrors()) {
        return null;
      }
      byte[] host = Files.readAllBytes(passes.get(0).output);
      byte[] device = file.isCuda() ? Files.readAllBytes(passes.get(1).output) : null;
      return new Bitcode(host, device);
    } finally {
      MoreFiles.deleteRecursively(work, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  /** One run of the compiler. */
  private record Pass(Process process, Path output, Path messages) {}

  private Pass start(SourceFile file, Path source, Path work, String side) throws IOException {
    Path output = work.resolve(side + ".bc");
    Path messages = work.resolve(side + ".txt");
    ProcessBuilder builder = new ProcessBuilder(arguments(file, side, output));
    builder.environment().put("LC_ALL", "C");
    builder.redirectInput(source.toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(messages.toFile());
    return new Pass(builder.start(), output, messages);
  }

  private ImmutableList<String> arguments(SourceFile file, String side, Path output) {
    ImmutableList.Builder<String> line = ImmutableList.builder();
    line.add(toolchain.clang().toString());
    line.addAll(common(toolchain.clang(), toolchain.headers()));
    line.add("-x", file.isCuda() ? "cuda" : file.isC() ? "c" : "c++");
    if (file.isCuda()) {
      line.add("-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version");
      if (side.equals("device")) {
        line.add("--cuda-device-only", "--cuda-gpu-arch=sm_90");
      } else {
        line.add("--cuda-host-only");
        // any file will do: it makes the compiler tell which function launches which kernel
        line.add("-Xclang", "-fcuda-include-gpubinary", "-Xclang", "/dev/null");
      }
    }
    if (file.isCuda()) {
      line.add("-include", "cuda_runtime.h"); // as nvcc does
    }
    Path folder = Path.of(file.path()).toAbsolutePath().getParent();
    if (folder != null) {
      line.add("-iquote", folder.toString());
    }
    for (Map.Entry<String, String> macro : file.macros().entrySet()) {
      line.add("-D" + macro.getKey() + "=" + macro.getValue());
    }
    if (file.usesOpenMp()) {
      line.add("-fopenmp");
    }
    line.add("-emit-llvm", "-c", "-o", output.toString(), "-");
    return line.build();
  }

  /** What every run is told: calls of libraries stay calls, each access stays one access. */
  static ImmutableList<String> common(Path clang, Path headers) {
    return ImmutableList.of(
        TARGET,
        "-resource-dir=" + clang.resolveSibling("resources"),
        "-isystem",
        headers.toString(),
        "-idirafter",
        headers.resolve("fallback").toString(),
        // makes std::string a template like others, and checks indices of containers
        "-D_GLIBCXX_ASSERTIONS",
        "-O1",
        "-Xclang",
        "-disable-llvm-passes",
        "-fno-builtin",
        "-ffp-contract=off",
        "-gline-tables-only",
        "-fno-discard-value-names",
        "-fno-caret-diagnostics",
        "-ferror-limit=0", // that there are too many would have no line
        "-fno-threadsafe-statics",
        "-fno-stack-protector",
        // a warning to nvcc where the value is not known, so not an error here
        "-Wno-c++11-narrowing");
  }

  private void report(SourceFile file, String messages, int status) {
    boolean told = false;
    for (String message : messages.lines().toList()) {
      Matcher finding = FINDING.matcher(message);
      Matcher placeless = PLACELESS.matcher(message);
      if (finding.matches()) {
        int lineNumber = Integer.parseInt(finding.group(2));
        SourceLine line = new SourceLine(finding.group(1), lineNumber);
        if (finding.group(4).equals("warning")) {
          diagnostics.warning(line, finding.group(5));
        } else {
          diagnostics.error(line, finding.group(5));
          told = true;
        }
      } else if (placeless.matches()) {
        diagnostics.error(new SourceLine(file.path(), 0), placeless.group(1));
        told = true;
      }
    }
    if (status != 0 && !told) {
      String first = messages.lines().findFirst().orElse("it ended with status " + status);
      diagnostics.error(new SourceLine(file.path(), 0), "the compiler failed: " + first);
    }
  }

  private static String escaped(String path) {
    return path.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
