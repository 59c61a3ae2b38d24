package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableSet;
import java.util.BitSet;
import java.util.List;
import org.shmemlab.model.program.SourceLine;

/** Checks the constraints between the parts of a platform, beyond those of each part. */
final class Soundness {
  /** Paths whose messages need no order between NICs: queues keep it, or nothing does. */
  private static final ImmutableSet<PathKind> SEVERAL_CARDS =
      ImmutableSet.of(PathKind.IBGDA, PathKind.CXI, PathKind.VERBS, PathKind.EFA);

  private final Yaml yaml;
  private final Binder binder;

  /** Reports mistakes to {@code binder}, with the lines of {@code yaml}. */
  Soundness(Yaml yaml, Binder binder) {
    this.yaml = yaml;
    this.binder = binder;
  }

  void check(Platform platform) {
    Node node = platform.node();
    int gpus = node.gpus().count();
    complete("gpu", gpus, node.roots().stream().flatMap(r -> r.gpus().stream()).toList());
    complete("nic", node.nics(), node.roots().stream().flatMap(r -> r.nics().stream()).toList());
    if (node.nics() == 0) {
      binder.mistake(line("node", "roots"), "a node has at least one nic in its roots");
    }
    if (platform.paths().isEmpty()) {
      binder.mistake(line("paths"), "a platform has at least one path");
    }
    platform.paths().forEach((kind, costs) -> path(node, kind, costs));
  }

  /** Each of the devices hangs on exactly one root, and no root names one that is not there. */
  private void complete(String device, int number, List<Integer> named) {
    SourceLine at = line("node", "roots");
    BitSet seen = new BitSet();
    for (int i : named) {
      if (i >= number) {
        binder.mistake(at, device + " " + i + " hangs on a root, but there are " + number);
      } else if (seen.get(i)) {
        binder.mistake(at, device + " " + i + " hangs on two roots");
      }
      seen.set(i);
    }
    int missing = seen.nextClearBit(0);
    if (missing < number) {
      binder.mistake(at, device + " " + missing + " hangs on no root");
    }
  }

  private void path(Node node, PathKind kind, PathCosts costs) {
    SourceLine at = line("paths", kind.key());
    if (kind == PathKind.NVLINK && node.nvlink() == null) {
      binder.mistake(at, "a path nvlink needs node.nvlink");
    }
    if (kind.isProxied() != (costs.proxy() != null)) {
      String need = kind.isProxied() ? " is posted by the host: it needs" : " has no";
      binder.mistake(at, "the path " + kind.key() + need + " 'proxy'");
    }
    if (kind.isRemote() != (costs.queues() != null)) {
      String what = kind.isRemote() ? " goes through a NIC: it needs" : " has no";
      binder.mistake(at, "the path " + kind.key() + what + " 'queues'");
    }
    if (costs.cards() != null && !SEVERAL_CARDS.contains(kind)) {
      binder.mistake(
          line("paths", kind.key(), "cards"),
          "the path " + kind.key() + " keeps order on one card: it has no 'cards'");
    }
  }

  private SourceLine line(String... keys) {
    Yaml here = yaml;
    SourceLine at = yaml.at();
    for (String key : keys) {
      Yaml.Entry entry = here instanceof Yaml.Mapping m ? m.entries().get(key) : null;
      if (entry == null) {
        return at;
      }
      at = entry.at();
      here = entry.value();
    }
    return at;
  }
}
