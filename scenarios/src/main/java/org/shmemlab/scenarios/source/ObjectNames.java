package org.shmemlab.scenarios.source;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.ObjectName;
import org.shmemlab.model.program.SourceLine;

/**
 * Names the symmetric objects of a program after the variables that its source assigns them to:
 * {@code inbox} for {@code int *inbox = (int *)nvshmem_malloc(4)}. A call whose result goes
 * elsewhere gives no name, and of several calls with one name each has its line, too.
 */
public final class ObjectNames {
  private static final String PLACE = "[A-Za-z_]\\w*(?:(?:\\.|->|::)\\w+|\\[[^\\]\\[]*\\])*";

  /** The end of the text before a call whose result is assigned, perhaps after casts. */
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "("
              + PLACE
              + ")\\s*=\\s*(?:\\([^()=]*\\)\\s*|(?:static|reinterpret)_cast\\s*<[^<>=]*>\\s*\\(\\s*)*$");

  private ObjectNames() {}

  /**
   * The program with names for its objects, as far as these files show the calls that make them.
   *
   * @param given names by the places of calls
   */
  public static Program in(Program program, List<SourceFile> files, Map<SourceLine, String> given) {
    Map<String, List<String>> texts = new HashMap<>();
    files.forEach(file -> texts.put(file.path(), Splitter.on('\n').splitToList(file.text())));
    TreeMap<SourceLine, String> names = new TreeMap<>();
    Map<String, Integer> times = new HashMap<>();
    for (SourceLine call : allocations(program)) {
      Optional.ofNullable(given.get(call))
          .or(() -> assigned(texts.getOrDefault(call.file(), List.of()), call))
          .ifPresent(name -> {
            if (names.put(call, name) == null) {
              times.merge(name, 1, Integer::sum);
            }
          });
    }
    ImmutableList.Builder<ObjectName> all = ImmutableList.builder();
    names.forEach((call, name) ->
        all.add(
            new ObjectName(call, times.getOrDefault(name, 1) == 1 ? name : name + " of " + call)));
    return program.withObjectNames(all.build());
  }

  private static ImmutableList<SourceLine> allocations(Program program) {
    ImmutableList.Builder<SourceLine> lines = ImmutableList.builder();
    for (AgentCode code : program.functions()) {
      for (int i = 0; i < code.body().size(); i++) {
        if (code.body().get(i) instanceof Instruction.Arrive call
            && call.kind() == MeetingKind.MALLOC) {
          lines.add(code.lines().get(i));
        }
      }
    }
    return lines.build();
  }

  private static Optional<String> assigned(List<String> text, SourceLine call) {
    if (call.line() < 1 || call.line() > text.size() || call.column() < 1) {
      return Optional.empty();
    }
    String line = text.get(call.line() - 1);
    String before = line.substring(0, Math.min(call.column() - 1, line.length()));
    if (call.line() > 1 && !before.contains("=")) {
      before = text.get(call.line() - 2) + " " + before;
    }
    Matcher assigned = ASSIGNED.matcher(before);
    return assigned.find() ? Optional.of(assigned.group(1)) : Optional.empty();
  }
}
