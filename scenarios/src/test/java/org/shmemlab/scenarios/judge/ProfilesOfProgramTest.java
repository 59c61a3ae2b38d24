package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/** Which documents judge a program: decided by its calls, not by the place of an include. */
@Tag("compiler")
class ProfilesOfProgramTest {
  private static final ImmutableList<Profile> OPENSHMEM = ImmutableList.of(Profile.OPENSHMEM);
  private static final ImmutableList<Profile> NVSHMEM =
      ImmutableList.of(Profile.NVSHMEM, Profile.ORDERING_PAGE);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#include <shmem.h>",
        "#include \"wrap.h\"",
        "#define HEADER <shmem.h>\n#include HEADER",
        "void shmem_init(void); void shmem_finalize(void);",
      })
  void openshmemIsJudgedByItsOwnDocumentsHoweverItIsDeclared(String head) throws IOException {
    assertThat(
            profiles(file("main.c", head + "\nint main(void) { shmem_init(); shmem_finalize(); }")))
        .isEqualTo(OPENSHMEM);
  }

  @Test
  void theFileWithTheCallsNeedNotBeTheFirst() throws IOException {
    SourceFile main = file("main.c", "void go(void);\nint main(void) { go(); }");
    SourceFile part =
        file("part.c", "#include \"wrap.h\"\nvoid go(void) { shmem_init(); shmem_finalize(); }");

    assertThat(profiles(main.with(List.of(part)))).isEqualTo(OPENSHMEM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#include <nvshmem.h>",
        "#include <nvshmem.h>\n#include <shmem.h>",
        "#include \"wrap.h\"\n#include <nvshmem.h>",
      })
  void nvshmemIsJudgedByItsDocumentsWhateverElseIsIncluded(String head) throws IOException {
    String body = "\nint main() { nvshmem_init(); nvshmem_finalize(); }";

    assertThat(profiles(file("main.cu", head + body))).isEqualTo(NVSHMEM);
  }

  private static ImmutableList<Profile> profiles(SourceFile file) {
    return ProgramJudgement.profiles(Checked.compiled(file));
  }

  private SourceFile file(String name, String text) throws IOException {
    Files.writeString(folder.resolve("wrap.h"), "#include <shmem.h>\n");
    return new SourceFile(folder.resolve(name).toString(), text);
  }
}
