package org.shmemlab.conformance.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProfilesPageTest {
  @Test
  void thePageIsAsTheModelSays() throws IOException {
    assertThat(ProfilesPage.text())
        .isEqualTo(Files.readString(Path.of("..", "docs", "profiles-differ.md")));
  }
}
