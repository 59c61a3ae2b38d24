package org.shmemlab.labs.grading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.scenarios.source.SourceFile;

/** Grades answers that try to reach other users' data, or to use up shared resources. */
@Tag("compiler")
class HostileTest {
  private static final Lab LAB = Labs.known().find("1").orElseThrow();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#include \"%s\"",
        "#include <%s>",
        "# /* a comment\n over lines */ include \"%s\"",
        "#inc\\\nlude \"%s\"",
        "%%: include \"%s\"",
        "#define FILE \"%s\"\n#include FILE",
        "#import \"%s\"",
        "#include_next \"%s\"",
        "const unsigned char bytes[] = {\n#embed \"%s\"\n};",
      })
  void includesNoFileOfTheMachine(String line) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.h"), "SESAME opens;\n");
    String told = feedback(line.formatted(secret) + "\nint main(void) { return 0; }\n");
    assertThat(told).contains("file not found").doesNotContain("SESAME");
  }

  @Test
  void cannotAskWhetherAFileIsThere() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.h"), "");
    assertThat(
            feedback(
                """
                #if __has_include("%s") || __has_embed("%s") || __has_include("%s")
                #error a file was seen
                #endif
                int main(void) { return 0; }
                """
                    .formatted(secret, secret, Path.of("pom.xml").toAbsolutePath())))
        .doesNotContain("a file was seen")
        .contains("it prints nothing");
  }

  @Test
  void cannotIncludeFilesNextToIt() throws IOException {
    Files.writeString(folder.resolve("other.h"), "SESAME opens;\n");
    SourceFile source =
        new SourceFile(
            folder.resolve("lab.cu").toString(), "#include \"other.h\"\nint main(void) {}\n");
    assertThat(String.join("\n", FeedbackText.lines(grade(source)))).doesNotContain("SESAME");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int system(const char *);|system(\"touch made\")",
        "int execve(const char *, char **, char **);|execve(\"/bin/sh\", 0, 0)",
        "int fork(void);|fork()",
        "int socket(int, int, int);|socket(2, 1, 0)",
        "int connect(int, const void *, unsigned);|connect(3, 0, 0)",
        "long syscall(long, ...);|syscall(59, \"/bin/sh\", 0, 0)",
        "void *mmap(void *, unsigned long, int, int, int, long);|mmap(0, 4096, 7, 34, -1, 0)",
      })
  void hasNoCallThatLeadsOutside(String text) {
    int cut = text.indexOf('|');
    String told =
        feedback(
            "extern \"C\" {\n%s\n}\nint main(void) { %s; return 0; }\n"
                .formatted(text.substring(0, cut), text.substring(cut + 1)));
    assertThat(told.replaceAll("\\s+", " ")) // lines are wrapped anywhere
        .contains("no file named defines '" + text.replaceAll(".*\\||\\(.*", "") + "'");
    assertThat(Path.of("made")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fopen(\"/etc/passwd\", \"r\") != NULL",
        "fopen(\"pom.xml\", \"r\") != NULL",
        "fopen(\"made\", \"w\") != NULL",
        "fopen(\"/dev/stdin\", \"r\") != NULL",
        "open(\"/proc/self/environ\", 0) >= 0",
        "open(\"../../../../../../etc/passwd\", 0) >= 0",
        "open(\"made\", 0102, 0644) >= 0",
        "access(\"/etc/passwd\", 0) == 0",
        "access(\".\", 0) == 0",
        "mkdir(\"made\", 0755) == 0",
        "remove(\"pom.xml\") == 0",
        "readlink(\"/proc/self/exe\", text, sizeof text) >= 0",
        "read(0, text, sizeof text) > 0",
        "fgets(text, sizeof text, stdin) != NULL",
        "dlsym(dlopen(\"libc.so.6\", 2), \"system\") != NULL",
        "dlopen(\"/lib/x86_64-linux-gnu/libz.so.1\", 2) != NULL",
      })
  void findsNoFile(String seen) {
    assertThat(
            feedback(
                """
                #include <dlfcn.h>
                #include <fcntl.h>
                #include <stdio.h>
                #include <sys/stat.h>
                #include <unistd.h>
                int main(void) {
                  char text[64];
                  puts(%s ? "seen" : sizeof text ? "nothing" : "");
                  return 0;
                }
                """
                    .formatted(seen)))
        .contains("it prints 'nothing'");
    assertThat(Path.of("made")).doesNotExist();
    assertThat(Path.of("pom.xml")).exists();
  }

  @Test
  void readsNothingFromStandardInputAndNothingOfTheEnvironment() {
    assertThat(
            feedback(
                """
                #include <stdio.h>
                #include <stdlib.h>
                int main(void) { printf("%s\\n", getenv("PATH") ? "seen" : "nothing"); return 0; }
                """))
        .contains("it prints 'nothing'");
  }

  @Test
  void aWildPointerIsAMisuse() {
    assertThat(feedback("int main(void) { return *(volatile int *)0x400000; }\n"))
        .contains("breaks a rule");
  }

  @Test
  void anAssemblerSeesNothing() {
    assertThat(
            feedback(
                """
                asm(".incbin \\"/etc/passwd\\"");
                int main(void) { asm volatile("syscall"); return 0; }
                """))
        .doesNotContain("root:")
        .startsWith("Lab 1, PEs and the symmetric heap: 0 of 10");
  }

  @Test
  void anEndlessLoopEnds() {
    assertThat(feedback("int main(void) { volatile int x = 0; for (;;) x = x + 1; }\n"))
        .contains("does not end within 20,000,000 instructions");
  }

  @Test
  void aFloodOfOutputEnds() {
    assertThat(
            feedback(
                """
                #include <stdio.h>
                int main(void) { for (;;) printf("%0200d\\n", 1); }
                """))
        .contains("it prints more than 64 KiB");
  }

  @Test
  void endlessRecursionEnds() {
    assertThat(
            feedback(
                """
                int down(int n) { volatile int x = n; return down(x + 1) + x; }
                int main(void) { return down(0); }
                """))
        .contains("0 of 10");
  }

  @Test
  void sourcesThatGrowAreGivenUp() {
    StringBuilder laughs = new StringBuilder("#define A0 1,1,1,1,1,1,1,1,1,1\n");
    for (int i = 1; i < 9; i++) {
      laughs.append("#define A%d ".formatted(i));
      laughs.append("A%d,".formatted(i - 1).repeat(10).replaceAll(",$", "\n"));
    }
    assertThat(feedback(laughs + "int all[] = {A8};\nint main(void) { return 0; }\n"))
        .contains("Clang gave up on this source");
  }

  @Test
  void aSourceMayNotBeLarge() {
    assertThat(feedback("// " + "x".repeat(70_000) + "\nint main(void) { return 0; }\n"))
        .contains("the source is larger than 64 KiB");
  }

  private static String feedback(String text) {
    return String.join("\n", FeedbackText.lines(grade(new SourceFile("lab.cu", text))));
  }

  private static Grade grade(SourceFile source) {
    return new Grading(GradingLimits.USUAL, Optional.empty()).grade(LAB, source);
  }
}
