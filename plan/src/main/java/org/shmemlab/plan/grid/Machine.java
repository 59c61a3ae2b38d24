package org.shmemlab.plan.grid;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shmemlab.transports.platform.Cluster;
import org.shmemlab.transports.platform.Node;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Quantities;
import org.shmemlab.transports.platform.Quantity;

/**
 * A machine as it is, or as it would be with other numbers.
 *
 * @param name as the command line names it
 * @param cluster with the changes
 * @param changes by the place of the number in the platform's file; empty for the machine as it is
 */
public record Machine(String name, Cluster cluster, ImmutableMap<String, String> changes) {
  /** How many network cards a node has, which a file says by listing them: shared by its roots. */
  public static final String NICS = "node.nic.count";

  /** Which network cards of every node do not work: numbers with spaces between. */
  public static final String FAILED = "node.nic.failed";

  private static final int MOST_NICS = 256;

  /**
   * A machine with other numbers.
   *
   * @throws IllegalArgumentException naming the place that is not there, or what is wrong with the
   *     number
   */
  public static Machine of(String name, Cluster cluster, Map<String, String> changes) {
    Platform platform = cluster.platform();
    Map<String, Quantity> known = Quantities.of(platform);
    Map<String, Quantity> numbers = new LinkedHashMap<>();
    for (Map.Entry<String, String> change : changes.entrySet()) {
      String place = change.getKey();
      if (place.equals(NICS)) {
        platform = withNics(platform, change.getValue());
        continue;
      }
      if (place.equals(FAILED)) {
        platform = withoutNics(platform, change.getValue());
        continue;
      }
      Quantity present = known.get(place);
      if (present == null) {
        Quantities.with(platform, Map.of(place, known.values().iterator().next())); // it refuses
        throw new IllegalStateException(place);
      }
      try {
        numbers.put(place, present.changed(change.getValue(), "set on the command line"));
      } catch (IllegalArgumentException problem) {
        throw new IllegalArgumentException(place + ": " + problem.getMessage(), problem);
      }
    }
    return new Machine(
        name,
        new Cluster(Quantities.with(platform, numbers), cluster.nodes()),
        ImmutableMap.copyOf(changes));
  }

  private static Platform withNics(Platform platform, String text) {
    Integer count = Ints.tryParse(text);
    if (count == null || count < 1 || count > MOST_NICS) {
      throw new IllegalArgumentException(
          NICS + "=" + text + ": a whole number from 1 to " + MOST_NICS);
    }
    int roots = platform.node().roots().size();
    List<List<Integer>> shared = new ArrayList<>();
    for (int root = 0; root < roots; root++) {
      shared.add(
          IntStream.range(root * count / roots, (root + 1) * count / roots).boxed().toList());
    }
    return withNics(platform, shared);
  }

  // Those that are left get numbers without a gap.
  private static Platform withoutNics(Platform platform, String text) {
    int nics = platform.node().nics();
    Set<Integer> failed = new TreeSet<>();
    for (String one : Splitter.on(' ').split(text)) {
      Integer nic = Ints.tryParse(one);
      if (nic == null || nic < 0 || nic >= nics) {
        throw new IllegalArgumentException(
            "--fail nic:" + one + ": a node has the cards 0 to " + (nics - 1));
      }
      failed.add(nic);
    }
    if (failed.size() == nics) {
      throw new IllegalArgumentException("--fail nic: a node needs at least one card");
    }
    List<List<Integer>> left = new ArrayList<>();
    for (Node.Root root : platform.node().roots()) {
      left.add(
          root.nics().stream()
              .filter(nic -> !failed.contains(nic))
              .map(nic -> nic - (int) failed.stream().filter(other -> other < nic).count())
              .toList());
    }
    return withNics(platform, left);
  }

  private static Platform withNics(Platform platform, List<List<Integer>> byRoot) {
    Node node = platform.node();
    ImmutableList.Builder<Node.Root> roots = ImmutableList.builder();
    for (int i = 0; i < byRoot.size(); i++) {
      Node.Root old = node.roots().get(i);
      roots.add(
          new Node.Root(
              old.socket(), old.below(), old.gpus(), ImmutableList.copyOf(byRoot.get(i))));
    }
    return new Platform(
        platform.name(),
        platform.summary(),
        platform.gpu(),
        platform.host(),
        new Node(node.gpus(), node.nvlink(), node.bus(), node.nic(), roots.build()),
        platform.network(),
        platform.paths());
  }

  /** The platform with the changes. */
  public Platform platform() {
    return cluster.platform();
  }

  /** Its name and what is changed. */
  public String title() {
    return changes.isEmpty()
        ? name
        : name
            + " with "
            + changes.entrySet().stream()
                .map(change -> change.getKey() + "=" + change.getValue())
                .collect(Collectors.joining(", "));
  }
}
