package org.shmemlab.conformance.programs;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Joins programs of one language in one source, each with a {@code main} of its own: most of the
 * time that a small source takes to compile is for what it includes and is linked with.
 *
 * <p>They share declarations, as only one of them runs. Their functions have the same names, so
 * each ends in the number of its program, and of its spelling.
 *
 * @param language of all
 */
public record ProgramsInOne(Language language, ImmutableList<WholeProgram> programs) {
  /** Puts programs into one source. */
  public ProgramsInOne {
    checkArgument(programs.stream().allMatch(program -> program.language() == language));
  }

  /**
   * Compiles the source: the programs, with library calls, in their order.
   *
   * @throws IllegalStateException if one of them does not compile
   */
  public ImmutableList<Program> compiled() {
    CudaC.Compiled compiled = CudaC.compile(file());
    Program all = compiled.program();
    checkState(all != null, "%s", compiled.diagnostics());
    return IntStream.range(0, programs.size())
        .mapToObj(number -> all.startingIn(main(number, Spelling.LIBRARY)))
        .collect(ImmutableList.toImmutableList());
  }

  /** The function in which a program starts. */
  static String main(int program, Spelling spelling) {
    return numbered(WholeProgram.MAIN, program, spelling);
  }

  private static String numbered(String name, int program, Spelling spelling) {
    return name + "_" + (program * Spelling.values().length + spelling.ordinal());
  }

  /** The source; its own {@code main} has to call every function, or they would be left out. */
  SourceFile file() {
    Set<String> declarations = new LinkedHashSet<>();
    StringBuilder bodies = new StringBuilder();
    StringBuilder calls = new StringBuilder();
    for (int i = 0; i < programs.size(); i++) {
      for (Spelling spelling : spellings(programs.get(i))) {
        declarations.addAll(programs.get(i).declarations(spelling));
        append(bodies, i, spelling);
        calls.append("  %s();\n".formatted(main(i, spelling)));
      }
    }
    String text =
        """
        %s
        %s
        %s
        int main(void) {
        %s}
        """
            .formatted(language.includes(), String.join("\n", declarations), bodies, calls);
    return new SourceFile("programs" + language.suffix(), text);
  }

  private static List<Spelling> spellings(WholeProgram program) {
    return program.hasHandwork()
        ? List.of(Spelling.LIBRARY, Spelling.BY_HAND)
        : List.of(Spelling.LIBRARY);
  }

  private void append(StringBuilder bodies, int number, Spelling spelling) {
    WholeProgram program = programs.get(number);
    for (String name : program.names()) {
      bodies.append("#define %s %s\n".formatted(name, numbered(name, number, spelling)));
    }
    bodies.append(program.body(spelling));
    for (String name : program.names()) {
      bodies.append("#undef %s\n".formatted(name));
    }
  }
}
