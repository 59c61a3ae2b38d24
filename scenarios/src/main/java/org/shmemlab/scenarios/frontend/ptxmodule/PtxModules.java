package org.shmemlab.scenarios.frontend.ptxmodule;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostics;

/** Translates modules of PTX to LLVM's notation. */
public final class PtxModules {
  private PtxModules() {}

  /**
   * A module in LLVM's notation, or null where the diagnostics say why there is none.
   *
   * @param path the user's name of the file
   * @param text its content
   * @param sources gives the user's name of a source that {@code .file} names
   */
  public static byte @Nullable [] translate(
      String path, String text, UnaryOperator<String> sources, Diagnostics diagnostics) {
    try {
      PtxModule module = PtxParser.parse(text);
      String written = new ModuleText(module, new PtxLines(path, module.files(), sources)).write();
      return written.getBytes(StandardCharsets.UTF_8);
    } catch (PtxError mistake) {
      diagnostics.error(new SourceLine(path, mistake.line(), mistake.column()), mistake.what());
      return null;
    }
  }
}
