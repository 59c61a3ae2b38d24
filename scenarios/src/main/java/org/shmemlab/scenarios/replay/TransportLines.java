package org.shmemlab.scenarios.replay;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.shmemlab.transports.rules.GpuSharing;
import org.shmemlab.transports.rules.NvshmemVersion;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/** Writes a transport as lines of a replay: each is an option of the command and its value. */
final class TransportLines {
  private TransportLines() {}

  /**
   * Writes the lines.
   *
   * @param line receives the key and the value of each
   */
  static void write(Semantics.Implemented implemented, BiConsumer<String, String> line) {
    Transport transport = implemented.transport();
    line.accept("transport", transport.key());
    line.accept("pes-per-node", String.valueOf(implemented.pesPerNode()));
    transport
        .settings()
        .set()
        .forEach((variable, value) -> line.accept("env", variable.environmentName() + "=" + value));
    GpuSharing sharing = transport.sharing();
    if (sharing.percentage() != GpuSharing.NONE.percentage()) {
      line.accept("env", GpuSharing.PERCENTAGE + "=" + sharing.percentage());
    }
    if (!transport.linkFlags().isEmpty()) {
      line.accept("link", Joiner.on(',').join(transport.linkFlags()));
    }
    if (sharing.pesPerGpu() != 1) {
      line.accept("pes-per-gpu", String.valueOf(sharing.pesPerGpu()));
    }
    if (sharing.mps()) {
      line.accept("mps", "yes");
    }
  }

  /**
   * The transport of such lines.
   *
   * @param environment the {@code env} lines
   * @throws org.shmemlab.transports.rules.BadTransport if there is none such
   */
  static Transport of(
      String name, Map<String, String> environment, List<String> link, int pesPerGpu, boolean mps) {
    Settings settings = Settings.of(ImmutableMap.copyOf(environment));
    Transport named =
        name.equals("env")
            ? Transport.of(settings, NvshmemVersion.V3_4_5)
            : Transport.of(name, settings);
    return named.over(named.link().with(link)).on(GpuSharing.of(pesPerGpu, mps, environment));
  }
}
