package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.platform.Sharing;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.GpuSharing;
import org.shmemlab.transports.rules.Hardware;
import org.shmemlab.transports.rules.NvshmemVersion;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads the options of {@code check} about an implementation's executions. */
final class TransportOptions {
  @Option(
      names = "--transport",
      paramLabel = "T",
      description = {
        "what this implementation can do, instead of what is promised: nvlink, pcie, ibrc, ibdevx,"
            + " ibgda, ucx, cxi, verbs, efa or gpunetio, or two of them as in nvlink+ibgda; @3.5"
            + " after it for that version (default: 3.4.5, and 3.8 of gpunetio); env: what --env"
            + " asks for"
      })
  @Nullable String transport;

  @Option(
      names = "--all-transports",
      description = "a table of litmus tests: what is promised, and what each transport can do")
  boolean all;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "an environment variable of NVSHMEM for the transport")
  List<String> environment = ImmutableList.of();

  @Option(
      names = {"--gpus-per-node", "--pes-per-node"},
      paramLabel = "G",
      description =
          "PEs that share a node (default: all over nvlink and pcie, 1 over a network alone)")
  @Nullable Integer pesPerNode;

  @Option(
      names = "--link",
      paramLabel = "FLAG,...",
      split = ",",
      description =
          "what the hardware does: relaxed-pcie, adaptive-routing, late-visibility, cached-loads"
              + " (nvlink of 3.4.5 has them), coherent-loads, warm-caches")
  List<String> link = ImmutableList.of();

  @Mixin private Sharing sharing = new Sharing();

  /** The table that takes the place of the transport's own. */
  Optional<OrderTable> rules = Optional.empty();

  /** Whether any of them was given. */
  boolean given() {
    return transport != null
        || all
        || pesPerNode != null
        || sharing.given()
        || !environment.isEmpty()
        || !link.isEmpty();
  }

  /**
   * The transport that they name.
   *
   * @throws BadTransport if there is none such, or an option is wrong by itself
   */
  Transport chosen() {
    Map<String, String> variables = variables();
    Settings settings = Settings.of(variables);
    String name = transport == null ? "env" : transport;
    Transport named =
        name.equals("env")
            ? Transport.of(settings, NvshmemVersion.V3_4_5)
            : Transport.of(name, settings);
    Transport configured = named.over(hardware(named)).on(sharing.chosen(variables));
    configured.allowance(); // says what is wrong with the heap
    return rules.map(configured::with).orElse(configured);
  }

  /** PEs of one node in a job of so many. */
  int pesPerNode(Transport transport, int pes) {
    if (pesPerNode != null) {
      if (pesPerNode < 1) {
        throw new BadTransport("--gpus-per-node " + pesPerNode + ": a node has at least 1 PE");
      }
      return pesPerNode;
    }
    if (transport.isMixed() && this.transport == null) {
      throw new BadTransport(
          "--env without --transport asks for what these variables choose, "
              + transport.key()
              + ": name the --transport that you mean, or say by --gpus-per-node which PEs share"
              + " a node");
    }
    if (transport.isMixed()) {
      throw new BadTransport(
          "--transport " + transport.key() + ": say by --gpus-per-node which PEs share a node");
    }
    return transport.peer().isPresent() ? pes : 1;
  }

  private Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String assignment : environment) {
      int end = assignment.indexOf('=');
      if (end < 1) {
        throw new BadTransport("--env " + assignment + ": write NAME=VALUE");
      }
      String name = assignment.substring(0, end);
      if (!name.startsWith("NVSHMEM_") && !name.equals(GpuSharing.PERCENTAGE)) {
        throw new BadTransport(
            "--env "
                + assignment
                + ": the name of a variable of NVSHMEM begins with NVSHMEM_;"
                + " of CUDA's there is "
                + GpuSharing.PERCENTAGE);
      }
      variables.put(name, assignment.substring(end + 1));
    }
    return ImmutableMap.copyOf(variables);
  }

  private Hardware hardware(Transport named) {
    try {
      return named.link().with(link);
    } catch (BadTransport problem) {
      throw new BadTransport("--" + problem.text());
    }
  }
}
