package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Warning;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.files.WorkingFolder;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.runtime.files.NoFiles;
import org.shmemlab.scenarios.runtime.files.ProgramFiles;
import org.shmemlab.scenarios.runtime.files.SearchFiles;
import org.shmemlab.scenarios.source.SourceFile;

/** Runs programs that read and write files, and programs that try to leave their folder. */
@Tag("compiler")
class CFilesTest {
  @TempDir Path folder;

  private record Ran(String output, RunResult result, List<String> warnings) {}

  private Ran run(ProgramFiles files, String name, String text, int pes) {
    CudaC.Compiled compiled = CudaC.compile(new SourceFile(name, text));
    assertThat(compiled.diagnostics()).isEmpty();
    Program program = Objects.requireNonNull(compiled.program());
    Machine machine =
        new Machine(program, Job.ofPes(pes), new Immediate(), new RuntimeSystem(files));
    OutputRecorder printed = new OutputRecorder(10_000_000);
    RunResult result = new Runner(machine, new RoundRobin(), printed).run();
    return new Ran(printed.text(), result, machine.warnings().stream().map(Warning::text).toList());
  }

  private Ran c(String body) {
    return c(WorkingFolder.of(folder), body);
  }

  private Ran c(ProgramFiles files, String body) {
    return run(
        files,
        "files.c",
        """
        #include <errno.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <unistd.h>
        int main(void) {
        %s
          return 0;
        }
        """
            .formatted(body),
        1);
  }

  @Test
  void aStreamIsWrittenAndReadAgain() throws IOException {
    Ran ran =
        c(
            """
            FILE *out = fopen("table.txt", "w");
            fprintf(out, "%d %s %.2f\\n", 7, "seven", 0.5);
            fputs("second line\\n", out);
            fputc('x', out);
            fwrite("yz\\n", 1, 3, out);
            printf("%ld ", ftell(out));
            fclose(out);
            FILE *in = fopen("table.txt", "r");
            int number; char word[20]; double value;
            printf("%d ", fscanf(in, "%d %19s %lf", &number, word, &value));
            printf("%d %s %g;", number, word, value);
            char line[8];
            while (fgets(line, sizeof line, in)) printf("[%s]", line);
            printf(" %d %d", feof(in) != 0, ferror(in));
            rewind(in);
            printf(" %d", fgetc(in));
            ungetc('7', in);
            printf(" %d", fgetc(in));
            printf(" %d", fseek(in, -4, SEEK_END));
            printf(" %c", fgetc(in));
            fclose(in);
            """);
    assertThat(ran.output())
        .isEqualTo("29 3 7 seven 0.5;[\n][second ][line\n][xyz\n] 1 0 55 55 0 x");
    assertThat(Files.readString(folder.resolve("table.txt")))
        .isEqualTo("7 seven 0.50\nsecond line\nxyz\n");
  }

  @Test
  void descriptorsAndErrors() {
    assertThat(
            c("""
            int there = open("new.bin", O_RDWR | O_CREAT | O_EXCL, 0644);
            long numbers[2] = {11, 22}, back[2] = {0, 0};
            printf("%ld ", (long)write(there, numbers, sizeof numbers));
            lseek(there, 8, SEEK_SET);
            printf("%ld %ld ", (long)read(there, back, 16), back[0]);
            struct stat facts;
            fstat(there, &facts);
            printf("%ld %d ", (long)facts.st_size, S_ISREG(facts.st_mode));
            close(there);
            printf("%d ", open("new.bin", O_WRONLY | O_CREAT | O_EXCL, 0644) < 0 ? errno : 0);
            printf("%d ", fopen("none", "r") ? 0 : errno);
            printf("%d ", mkdir("sub", 0755));
            printf("%d ", fopen("sub", "r") ? 0 : errno);
            printf("%d ", access("new.bin", R_OK));
            printf("%d %d", remove("new.bin"), access("new.bin", R_OK));
            perror(" none");
            """)
                .output())
        .isEqualTo("16 8 22 16 1 17 2 0 21 0 0 -1 none: No such file or directory\n");
  }

  @Test
  void streamsOfCpp() throws IOException {
    Ran ran =
        run(
            WorkingFolder.of(folder),
            "files.cpp",
            """
            #include <fstream>
            #include <iostream>
            #include <string>
            int main() {
              { std::ofstream out("a.csv"); out << "size,time\\n" << 8 << ',' << 0.25 << std::endl; }
              { std::ofstream more("a.csv", std::ios::app); more << "end\\n"; }
              std::ifstream in("a.csv");
              std::string line;
              while (std::getline(in, line)) std::cout << line << ";";
              std::ifstream none("b.csv");
              std::cout << none.is_open() << !none << std::endl;
            }
            """,
            1);
    assertThat(ran.output()).isEqualTo("size,time;8,0.25;end;01\n");
    assertThat(Files.readString(folder.resolve("a.csv"))).isEqualTo("size,time\n8,0.25\nend\n");
  }

  @Test
  void onePeReadsWhatAnotherOneWrote() {
    assertThat(
            run(
                    WorkingFolder.of(folder),
                    "two.c",
                    """
                    #include <shmem.h>
                    #include <stdio.h>
                    int main(void) {
                      shmem_init();
                      int number = 0;
                      if (shmem_my_pe() == 0) {
                        FILE *out = fopen("id", "w");
                        fprintf(out, "42");
                        fclose(out);
                      }
                      shmem_barrier_all();
                      FILE *in = fopen("id", "r");
                      fscanf(in, "%d", &number);
                      fclose(in);
                      printf("%d ", number);
                      shmem_finalize();
                      return 0;
                    }
                    """,
                    2)
                .output())
        .isEqualTo("42 42 ");
  }

  /** Each path names something that is there, and outside of the folder or no regular file. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "../secret",
        "sub/../../secret",
        "link",
        "linked/secret",
        "./linked/../link",
        "/proc/self/environ",
        "/dev/null",
        "/dev/zero",
        "hard/../../secret"
      })
  void nothingOutsideOfTheFolderIsFound(String path) throws IOException {
    Path inner = Files.createDirectories(folder.resolve("inner"));
    Files.createDirectory(inner.resolve("sub"));
    Files.writeString(folder.resolve("secret"), "secret");
    Files.createSymbolicLink(inner.resolve("link"), folder.resolve("secret"));
    Files.createSymbolicLink(inner.resolve("linked"), folder);
    for (String mode : List.of("r", "w", "a", "r+", "w+", "wx")) {
      Ran ran =
          c(
              WorkingFolder.of(inner),
              "printf(\"%%d\", fopen(\"%s\", \"%s\") ? 0 : errno);".formatted(path, mode));
      assertThat(ran.output()).isEqualTo("13");
      assertThat(ran.warnings()).singleElement().asString().contains(path, "is not opened");
    }
    Ran others =
        c(
            WorkingFolder.of(inner),
            """
            struct stat facts;
            char to[64];
            printf("%%d %%d %%d %%d %%ld", stat("%1$s", &facts), access("%1$s", R_OK), remove("%1$s"),
                   mkdir("%1$s/x", 0755), (long)readlink("%1$s", to, 64));
            """
                .formatted(path));
    assertThat(others.output()).isEqualTo("-1 -1 -1 -1 -1");
    assertThat(Files.readString(folder.resolve("secret"))).isEqualTo("secret");
  }

  @Test
  void aPipeIsNotOpened() throws IOException, InterruptedException {
    Process made =
        new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).inheritIO().start();
    assumeTrue(made.waitFor() == 0);
    assertThat(c("printf(\"%d\", fopen(\"pipe\", \"r\") ? 0 : errno);").output()).isEqualTo("13");
  }

  @ParameterizedTest
  @ValueSource(strings = {"files.c", "/etc/passwd", "/dev/stdin", "pom.xml", "."})
  void withoutFilesThereAreNone(String path) {
    Ran ran =
        c(
            new NoFiles(),
            """
            printf("%%d", fopen("%1$s", "r") ? 0 : errno);
            printf(" %%d", open("%1$s", O_WRONLY | O_CREAT | O_TRUNC, 0644) < 0 ? errno : 0);
            struct stat facts;
            printf(" %%d %%d %%d", stat("%1$s", &facts), mkdir("%1$s", 0755), remove("%1$s"));
            """
                .formatted(path));
    assertThat(ran.output()).isEqualTo("13 13 -1 -1 -1");
    assertThat(ran.warnings()).allSatisfy(text -> assertThat(text).contains("no file exists"));
  }

  @Test
  void aSearchForgetsWritesAndKnowsNoReads() throws IOException {
    Files.writeString(folder.resolve("input"), "5");
    Ran ran =
        c(
            new SearchFiles(),
            """
            FILE *out = fopen("output", "w");
            printf("%d %d ", fprintf(out, "%d\\n", 7), fclose(out));
            fopen("input", "r");
            printf("not reached");
            """);
    assertThat(ran.output()).isEqualTo("2 0 ");
    assertThat(((RunResult.Failed) ran.result()).failure().isUnknown()).isTrue();
    assertThat(Path.of("output")).doesNotExist();
  }

  @Test
  void aBufferThatIsTooSmallIsNamed() throws IOException {
    Files.writeString(folder.resolve("long"), "0123456789");
    Ran ran = c("char small[4]; FILE *in = fopen(\"long\", \"r\"); fread(small, 1, 10, in);");
    assertThat(((RunResult.Failed) ran.result()).failure().text()).contains("small");
  }

  @Test
  void aClosedStreamIsNamed() {
    Ran ran = c("FILE *out = fopen(\"a\", \"w\"); fclose(out); fprintf(out, \"x\");");
    assertThat(((RunResult.Failed) ran.result()).failure().text())
        .isEqualTo("fprintf writes to a stream that is neither stdout nor stderr nor open");
  }
}
