package org.shmemlab.scenarios.frontend.ptxmodule;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Function;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Location;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Spot;

/**
 * Writes the lines of a module as LLVM's debug information: those of the sources that {@code .loc}
 * names, or else those of the module itself.
 */
final class PtxLines {
  /** A part of the paths of headers that libraries bring along. */
  private static final String HEADERS = "/include/";

  private static final int UNIT = 0;
  private static final int OWN_FILE = 2;

  private final Map<Integer, String> sources;
  private final UnaryOperator<String> names;
  private final StringBuilder text = new StringBuilder();
  private final Map<String, Integer> known = new HashMap<>();
  private final Map<String, Integer> callOf = new HashMap<>();
  private int next = OWN_FILE + 1;
  private int function;
  private int functionFile;

  /**
   * @param path of the module
   * @param sources the paths of sources by their numbers
   * @param names gives the user's name of a source
   */
  PtxLines(String path, Map<Integer, String> sources, UnaryOperator<String> names) {
    this.sources = sources;
    this.names = names;
    text.append("!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1}\n")
        .append("!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, ")
        .append("emissionKind: FullDebug)\n")
        .append("!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n")
        .append("!2 = !DIFile(filename: \"")
        .append(escaped(path))
        .append("\", directory: \"\")\n");
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\5C").replace("\"", "\\22");
  }

  /** All that was written, for the end of the module. */
  String text() {
    return text.toString();
  }

  private int node(String content) {
    return known.computeIfAbsent(
        content,
        _ -> {
          text.append('!').append(next).append(" = ").append(content).append('\n');
          return next++;
        });
  }

  private int file(int number, PtxToken place) {
    String path = sources.get(number);
    if (path == null) {
      throw place.error(".loc names the file " + number + ", which no .file declares");
    }
    return node("!DIFile(filename: \"" + escaped(names.apply(path)) + "\", directory: \"\")");
  }

  private int subprogram(String name, int file, int line) {
    return node(
        "distinct !DISubprogram(name: \"%s\", scope: !%d, file: !%d, line: %d, "
                .formatted(escaped(name), file, file, line)
            + "spFlags: DISPFlagDefinition, unit: !"
            + UNIT
            + ")");
  }

  /**
   * Begins a function.
   *
   * @param first its first place in a source, or null where the module has none
   * @return the number of its scope
   */
  int begin(Function of, @Nullable Spot first) {
    functionFile = first == null ? OWN_FILE : file(first.file(), of.place());
    function =
        subprogram(of.name(), functionFile, first == null ? of.place().line() : first.line());
    callOf.clear();
    return function;
  }

  /** The number of a place in this module. */
  int own(PtxToken place) {
    return location(place.line(), place.column(), function, -1);
  }

  /** The number of a place in a source. */
  int at(Location location, PtxToken place) {
    Spot spot = location.spot();
    Spot call = location.inlinedAt();
    int file = file(spot.file(), place);
    if (call == null) {
      return location(spot.line(), spot.column(), scope(file), -1);
    }
    Integer known = callOf.get(key(call));
    int outer =
        known != null
            ? known
            : location(call.line(), call.column(), scope(file(call.file(), place)), -1);
    String path = sources.getOrDefault(spot.file(), "");
    int inlined =
        path.contains(HEADERS)
            ? outer // messages name the line of the call
            : location(spot.line(), spot.column(), subprogram("inlined", file, 0), outer);
    callOf.put(key(spot), inlined);
    return inlined;
  }

  private static String key(Spot spot) {
    return spot.file() + " " + spot.line() + " " + spot.column();
  }

  private int scope(int file) {
    return file == functionFile
        ? function
        : node(
            "!DILexicalBlockFile(scope: !%d, file: !%d, discriminator: 0)"
                .formatted(function, file));
  }

  private int location(int line, int column, int scope, int inlinedAt) {
    String call = inlinedAt < 0 ? "" : ", inlinedAt: !" + inlinedAt;
    String kind = inlinedAt < 0 ? "" : "distinct ";
    return node(
        kind
            + "!DILocation(line: %d, column: %d, scope: !%d%s)"
                .formatted(line, Math.min(column, 0xFFFF), scope, call));
  }
}
