package org.shmemlab.plan.grid;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.shmemlab.transports.impair.Impairments;
import org.shmemlab.transports.platform.Cluster;
import org.shmemlab.transports.platform.Node;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.PlatformWords;
import org.shmemlab.transports.platform.Quantities;
import org.shmemlab.transports.platform.Quantity;

/**
 * A machine as it is, or as it would be otherwise.
 *
 * @param name as the command line names it
 * @param cluster with the changes, and without the NICs that no node has
 * @param changes by the place of the number or word in the platform's file; empty for none
 * @param whatIf as it was asked for
 */
public record MachineVariant(
    String name, Cluster cluster, ImmutableMap<String, String> changes, WhatIf whatIf) {
  /** How many NICs a node has, shared by its roots; a platform's file may have it, too. */
  public static final String NICS = "node.nic.count";

  /**
   * A machine with other numbers and words; a value that is the platform's own changes nothing.
   *
   * @param asked values by place in the platform's file
   * @throws IllegalArgumentException naming the place that is not there, or what is wrong with the
   *     number or the word
   */
  public static MachineVariant of(
      String name, Cluster cluster, Map<String, String> asked, WhatIf whatIf) {
    Platform platform = cluster.platform();
    Map<String, String> changes = new LinkedHashMap<>(asked);
    changes.computeIfPresent(NICS, (place, text) -> nics(cluster.platform().node(), text));
    changes
        .entrySet()
        .removeIf(change -> isOwn(cluster.platform(), change.getKey(), change.getValue()));
    for (Map.Entry<String, String> change : changes.entrySet()) {
      if (PlatformWords.of(platform).containsKey(change.getKey())) {
        platform = PlatformWords.with(platform, change.getKey(), change.getValue(), changes);
      }
    }
    Map<String, Quantity> known = Quantities.of(platform);
    Map<String, Quantity> numbers = new LinkedHashMap<>();
    for (Map.Entry<String, String> change : changes.entrySet()) {
      String place = change.getKey();
      if (place.equals(NICS)) {
        platform = withNics(platform, Integer.parseInt(change.getValue()));
        continue;
      }
      if (PlatformWords.of(platform).containsKey(place)) {
        continue;
      }
      Quantity present = known.get(place);
      if (present == null) {
        Quantities.with(platform, Map.of(place, known.values().iterator().next())); // it refuses
        throw new IllegalStateException(place);
      }
      try {
        numbers.put(place, present.changed(change.getValue(), Quantity.COMMAND_LINE));
      } catch (IllegalArgumentException problem) {
        throw new IllegalArgumentException(place + ": " + problem.getMessage(), problem);
      }
    }
    platform = withoutNics(platform, whatIf.impairments().failedEverywhere());
    return new MachineVariant(
        name,
        new Cluster(Quantities.with(platform, numbers), cluster.nodes()),
        ImmutableMap.copyOf(changes),
        whatIf);
  }

  private static boolean isOwn(Platform platform, String place, String value) {
    if (place.equals(NICS)) {
      return value.equals(String.valueOf(platform.node().nics()));
    }
    String word = PlatformWords.of(platform).get(place);
    Quantity number = Quantities.of(platform).get(place);
    if (word != null || number == null) {
      return value.equals(word);
    }
    try {
      return number.changed(value, Quantity.COMMAND_LINE).base() == number.base();
    } catch (IllegalArgumentException mistake) {
      return false; // it is reported where the number is changed
    }
  }

  // "8", or "*2" for twice as many as the node has.
  private static String nics(Node node, String text) {
    Double factor = text.startsWith("*") ? Doubles.tryParse(text.substring(1).strip()) : null;
    Double count = factor == null ? Doubles.tryParse(text) : Double.valueOf(factor * node.nics());
    if (count == null || count % 1 != 0 || count < 1 || count > Node.MOST_NICS) {
      throw new IllegalArgumentException(
          NICS
              + "="
              + text
              + (factor == null ? "" : " of " + node.nics())
              + ": a whole number from 1 to "
              + Node.MOST_NICS);
    }
    return String.valueOf(count.intValue());
  }

  private static Platform withNics(Platform platform, int count) {
    return withNics(platform, Node.shares(count, platform.node().roots().size()));
  }

  // Those that are left get numbers without a gap.
  private static Platform withoutNics(Platform platform, ImmutableSortedSet<Integer> failed) {
    int nics = platform.node().nics();
    if (failed.isEmpty()) {
      return platform;
    }
    if (failed.last() >= nics) {
      throw new IllegalArgumentException(
          "--fail nic:" + failed.last() + ": a node has the cards 0 to " + (nics - 1));
    }
    if (failed.size() == nics) {
      throw new IllegalArgumentException("--fail nic: a node needs at least one card");
    }
    List<List<Integer>> left = new ArrayList<>();
    for (Node.Root root : platform.node().roots()) {
      left.add(
          root.nics().stream()
              .filter(nic -> !failed.contains(nic))
              .map(nic -> nic - failed.headSet(nic).size())
              .toList());
    }
    return withNics(platform, left);
  }

  private static Platform withNics(Platform platform, List<? extends List<Integer>> byRoot) {
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

  /**
   * The machine with so many NICs in each node, shared by its roots.
   *
   * @param count at least 1
   */
  public MachineVariant withNics(int count) {
    Platform changed = withNics(platform(), count);
    Map<String, String> all = new LinkedHashMap<>(changes);
    all.put(NICS, String.valueOf(count));
    return new MachineVariant(
        name, new Cluster(changed, cluster.nodes()), ImmutableMap.copyOf(all), whatIf);
  }

  /** The platform with the changes. */
  public Platform platform() {
    return cluster.platform();
  }

  /** Whether another one has the same numbers and parts, whatever its name. */
  public boolean isLike(MachineVariant other) {
    return platform().equals(other.platform()) && whatIf.equals(other.whatIf);
  }

  /** The parts that do less than the platform says, by the numbers of the NICs that are left. */
  public Impairments impairments() {
    return whatIf.impairments().ofTheOthers();
  }

  /** The changes, as command lines say them; nothing for the machine as it is. */
  public ImmutableList<String> changed() {
    return Stream.concat(
            changes.entrySet().stream().map(change -> change.getKey() + "=" + change.getValue()),
            whatIf.texts().stream())
        .collect(ImmutableList.toImmutableList());
  }

  /** Its name and what is changed. */
  public String title() {
    ImmutableList<String> changed = changed();
    return changed.isEmpty() ? name : name + " with " + String.join(", ", changed);
  }
}
