package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/** The examples with random damage: a program or diagnostics come out, never anything else. */
class MutatedSourcesTest {
  private static final int MUTANTS = 150;
  private static final int MOST_WOUNDS = 6;

  private static final ImmutableList<String> WORDS =
      ImmutableList.of(
          "(",
          ")",
          "{",
          "}",
          "[",
          "]",
          "<",
          "<<<",
          ">>>",
          ";",
          ",",
          ".",
          "->",
          "*",
          "/",
          "%",
          "&",
          "|",
          "!",
          "~",
          "=",
          "==",
          "&&",
          "++",
          "?",
          ":",
          "::",
          "#",
          "##",
          "\"",
          "'",
          "\\",
          "0",
          "0x",
          "1e",
          "1.5f",
          "int",
          "char",
          "double",
          "void",
          "struct",
          "enum",
          "const",
          "static",
          "return",
          "if",
          "else",
          "for",
          "switch",
          "case",
          "default",
          "goto",
          "break",
          "sizeof",
          "template",
          "typename",
          "auto",
          "__global__",
          "__device__",
          "__shared__",
          "x",
          "dim3",
          "nvshmem_int_p",
          "cudaMalloc",
          "printf",
          "#define",
          "#include",
          "#if",
          "class",
          "this",
          "operator",
          "new",
          "using namespace");

  @Test
  void damagedSourcesGiveDiagnosticsOnly() throws IOException {
    List<String> sources = examples();
    for (long seed = 1; seed <= MUTANTS; seed++) {
      Choices choices = new SeededChoices(seed);
      String text = damaged(sources.get(choices.next(sources.size())), choices);
      String name = choices.next(3) == 0 ? "mutant.c" : "mutant.cu";
      CudaC.Compiled compiled = CudaC.compile(new SourceFile(name, text));
      assertThat(compiled.program() == null)
          .as("seed %d: a program is missing exactly where an error is reported", seed)
          .isEqualTo(
              compiled.diagnostics().stream()
                  .anyMatch(d -> d.severity() == Diagnostic.Severity.ERROR));
      assertThat(compiled.diagnostics())
          .as("seed %d: every finding is of the language, none a surprise of ours", seed)
          .noneMatch(d -> d.message().contains("Exception"));
    }
  }

  private static List<String> examples() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "examples"))) {
      List<Path> sources =
          files
              .filter(file -> file.toString().endsWith(".cu") || file.toString().endsWith(".c"))
              .sorted()
              .toList();
      ImmutableList.Builder<String> texts = ImmutableList.builder();
      for (Path source : sources) {
        texts.add(Files.readString(source));
      }
      return texts.build();
    }
  }

  private static String damaged(String source, Choices choices) {
    StringBuilder text = new StringBuilder(source);
    int wounds = 1 + choices.next(MOST_WOUNDS);
    for (int i = 0; i < wounds; i++) {
      int at = choices.next(text.length());
      int end = Math.min(text.length(), at + 1 + choices.next(50));
      switch (choices.next(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, WORDS.get(choices.next(WORDS.size())));
        case 2 -> text.insert(choices.next(text.length()), text.substring(at, end));
        default -> text.replace(at, at + 1, WORDS.get(choices.next(WORDS.size())));
      }
    }
    return text.toString();
  }
}
