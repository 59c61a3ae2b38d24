package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.cli.shell.ExitCodes;

/** A folder of litmus tests over a transport: what cannot be asked there is no difference. */
@Tag("catalogue")
class LitmusOverTransportsTest {
  // Over NVLink one test is different, as on GPUs: a load may find an old value in its cache.
  @ParameterizedTest
  @ValueSource(strings = {"ibgda", "ibrc", "efa", "cxi", "ucx"})
  void noTestOfTheCatalogueIsDifferent(String transport) {
    Session session =
        Session.of("check", Path.of("..", "litmus").toString(), "--transport", transport);
    assertThat(session.out().lines()).filteredOn(line -> line.startsWith("DIFFERENT")).isEmpty();
    assertThat(session.exitCode()).isEqualTo(ExitCodes.OK);
  }
}
