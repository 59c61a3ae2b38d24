package org.shmemlab.scenarios.clang;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.Catalogue;
import org.shmemlab.scenarios.ir.Linking;
import org.shmemlab.scenarios.llvm.Llvm;
import org.shmemlab.scenarios.llvm.LlvmModule;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/** From a source to a program by way of Clang and LLVM. */
public final class ClangFrontEnd {
  private static final Map<Path, Llvm> LOADED = new ConcurrentHashMap<>();

  private ClangFrontEnd() {}

  /** The program of a source, or null where the diagnostics say why there is none. */
  public static @Nullable Program compile(
      SourceFile file,
      Map<String, String> environment,
      Catalogue catalogue,
      CallLowerings lowerings,
      Diagnostics diagnostics) {
    try {
      Toolchain toolchain = Toolchain.find(environment);
      Clang.Bitcode bitcode =
          file.isLlvm()
              ? new Clang.Bitcode(file.text().getBytes(StandardCharsets.UTF_8), null)
              : new Clang(toolchain, diagnostics).compile(file);
      if (bitcode == null) {
        return null;
      }
      Llvm llvm = LOADED.computeIfAbsent(toolchain.library(), Llvm::load);
      try (LlvmModule host = llvm.module(bitcode.host());
          LlvmModule device = bitcode.device() == null ? null : llvm.module(bitcode.device())) {
        Runtime.link(host, toolchain.headers());
        return Linking.link(
            file.path(), host, device, toolchain.headers(), diagnostics, catalogue, lowerings);
      }
    } catch (Toolchain.Missing missing) {
      diagnostics.error(new SourceLine(file.path(), 0), String.valueOf(missing.getMessage()));
    } catch (IOException failed) {
      diagnostics.error(new SourceLine(file.path(), 0), "cannot run the compiler: " + failed);
    } catch (IllegalArgumentException unreadable) { // what LLVM says of a module
      diagnostics.error(
          new SourceLine(file.path(), 0), String.valueOf(unreadable.getMessage()).strip());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      diagnostics.error(new SourceLine(file.path(), 0), "stopped while compiling");
    }
    return null;
  }
}
