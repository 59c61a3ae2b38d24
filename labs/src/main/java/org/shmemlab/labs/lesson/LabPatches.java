package org.shmemlab.labs.lesson;

import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.Patch;
import com.github.difflib.patch.PatchFailedException;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;

/**
 * Applies the patches among the files of a lab: {@code wrong_left.patch} is the program {@code
 * wrong_left.cu}, written as a unified diff of the start or of the solution, which its first line
 * names.
 */
final class LabPatches {
  private static final String ENDING = ".patch";
  private static final String SOLUTION = "solution" + ENDING;
  private static final String BASE = "--- ";

  private final String path;
  private final Map<String, String> files;

  private LabPatches(String path, Map<String, String> files) {
    this.path = path;
    this.files = files;
  }

  /**
   * The files with the program of each patch in its place.
   *
   * @param path of the lab's folder, for mistakes
   */
  static ImmutableMap<String, String> applied(String path, Map<String, String> files)
      throws BadLab {
    LabPatches patches = new LabPatches(path, files);
    ImmutableMap.Builder<String, String> whole = ImmutableMap.builder();
    for (Map.Entry<String, String> file : files.entrySet()) {
      String name = file.getKey();
      if (name.endsWith(ENDING)) {
        String program = name.substring(0, name.length() - ENDING.length()) + ".cu";
        if (files.containsKey(program)) {
          throw patches.wrong(name, "there is also " + program);
        }
        whole.put(program, patches.program(name));
      } else {
        whole.put(name, file.getValue());
      }
    }
    return whole.buildOrThrow();
  }

  private String program(String patch) throws BadLab {
    List<String> changes = files.getOrDefault(patch, "\n").lines().toList();
    String first = changes.getFirst();
    String base = first.startsWith(BASE) ? first.substring(BASE.length()) : "";
    boolean ofSolution = base.equals(Lab.SOLUTION) && !patch.equals(SOLUTION);
    if (!base.equals(Lab.START) && !ofSolution) {
      throw wrong(patch, "its first line is '--- start.cu' or '--- solution.cu'");
    }
    String text = files.get(base);
    if (text == null && ofSolution && files.containsKey(SOLUTION)) {
      text = program(SOLUTION);
    }
    if (text == null) {
      throw wrong(patch, "there is no " + base + " next to it");
    }
    try {
      Patch<String> parsed = UnifiedDiffUtils.parseUnifiedDiff(changes);
      return String.join("\n", parsed.applyTo(lines(text)));
    } catch (PatchFailedException unlike) {
      throw wrong(patch, "its lines are not those of " + base);
    }
  }

  private static List<String> lines(String text) {
    return Splitter.on('\n').splitToList(text);
  }

  private BadLab wrong(String patch, String text) {
    return new BadLab(path + "/" + patch, 0, text);
  }
}
