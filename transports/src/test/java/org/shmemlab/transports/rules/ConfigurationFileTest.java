package org.shmemlab.transports.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationFileTest {
  @TempDir Path folder;

  private Settings settings(String text, Map.Entry<String, String> variable) throws IOException {
    Path file = Files.writeString(folder.resolve("my.conf"), text);
    return Settings.of(Map.ofEntries(variable, Map.entry("NVSHMEM_CONF_FILE", file.toString())));
  }

  @Test
  void valuesOverrideTheEnvironment() throws IOException {
    Settings settings =
        settings(
            """
            # a cluster's own
            NVSHMEM_QP_DEPTH = 64   # requests

              NVSHMEM_HCA_LIST=mlx5_0:1#2,mlx5_1
            NVSHMEM_IB_ENABLE_IBGDA=1
            NVSHMEM_IB_ENABLE_IBGDA=0
            NVSHMEM_DEBUG=
            """,
            Map.entry("NVSHMEM_QP_DEPTH", "32"));
    assertThat(settings.count(EnvironmentVariable.QP_DEPTH)).isEqualTo(64);
    assertThat(settings.text(EnvironmentVariable.HCA_LIST)).isEqualTo("mlx5_0:1#2,mlx5_1");
    assertThat(settings.has(EnvironmentVariable.IB_ENABLE_IBGDA)).isFalse();
    assertThat(settings.text(EnvironmentVariable.DEBUG)).isEmpty();
  }

  @Test
  void valuesOfTheEnvironmentStayWhereTheFileHasNone() throws IOException {
    Settings settings = settings("", Map.entry("NVSHMEM_QP_DEPTH", "32"));
    assertThat(settings.count(EnvironmentVariable.QP_DEPTH)).isEqualTo(32);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NVSHMEM_QP_DEPTH 64 | write NAME=VALUE, as in NVSHMEM_IB_ENABLE_IBGDA=1",
        "=64 | write NAME=VALUE, as in NVSHMEM_IB_ENABLE_IBGDA=1",
        "QP_DEPTH=64 | QP_DEPTH: the name of a variable begins with NVSHMEM_",
        "NVSHMEM_QP_DEPHT=64 | NVSHMEM_QP_DEPHT is not a variable that NVSHMEM 3.4.5 to 3.8 reads;"
            + " check its spelling",
        "NVSHMEM_QP_DEPTH=many | NVSHMEM_QP_DEPTH=many: the value is a number from 0",
        "NVSHMEM_CONF_FILE=b.conf | a configuration file names no other one"
      })
  void aBadLineIsAnErrorWithItsPlace(String line, String message) {
    assertThatThrownBy(() -> settings("\n" + line + "\n", Map.entry("NVSHMEM_QP_DEPTH", "32")))
        .isInstanceOf(BadTransport.class)
        .hasMessage(folder.resolve("my.conf") + ":2: " + message);
  }

  @Test
  void aFileThatCannotBeReadIsAnError() throws IOException {
    assertThatThrownBy(() -> Settings.of(Map.of("NVSHMEM_CONF_FILE", "none.conf")))
        .hasMessage("NVSHMEM_CONF_FILE=none.conf: there is no such file");
    Path file = folder.resolve("bits.conf");
    Files.write(file, "NVSHMEM_DEBUG=\u00fc".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Settings.of(Map.of("NVSHMEM_CONF_FILE", file.toString())))
        .hasMessage("NVSHMEM_CONF_FILE=" + file + ": the file cannot be read as text");
  }

  @Test
  void releasesBefore36ReadNone() throws IOException {
    Settings settings = settings("", Map.entry("NVSHMEM_QP_DEPTH", "32"));
    assertThat(Transport.of("ibgda@3.8", settings).settings()).isEqualTo(settings);
    assertThatThrownBy(() -> Transport.of("ibgda@3.5", settings))
        .hasMessageContaining("NVSHMEM_CONF_FILE is a variable of NVSHMEM 3.6");
  }
}
