package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Maps each GPU to NICs of its node: the nearest ones by PCI distance, NICs / GPUs of them but at
 * least one; then a GPU moves to an equally near NIC that has at least two GPUs fewer (NVSHMEM
 * 3.4.5, {@code topo.cpp}).
 */
public final class NicMapping {
  private NicMapping() {}

  /** How far a NIC is from a GPU, nearest first, in the terms of {@code nvidia-smi topo}. */
  public enum Distance {
    /** Across PCIe switches only: PIX or PXB. */
    PXB,
    /** Across one host bridge. */
    PHB,
    /** Between two host bridges of one socket. */
    NODE,
    /** Between two sockets. */
    SYS
  }

  /** The NICs of every GPU of a node, the one to use first at the front. */
  public static ImmutableList<ImmutableIntArray> of(Node node) {
    return of(node, ImmutableSet.of());
  }

  /**
   * The same without NICs that do not work; the others keep their numbers.
   *
   * @throws IllegalArgumentException if none is left
   */
  public static ImmutableList<ImmutableIntArray> of(Node node, Set<Integer> failed) {
    int gpus = node.gpus().count();
    int left = node.nics() - failed.size();
    if (left == 0 && !failed.isEmpty()) {
      throw new IllegalArgumentException("a node needs at least one card");
    }
    int each = Math.max(1, left / gpus);
    List<List<Integer>> chosen = new ArrayList<>();
    int[] density = new int[node.nics()];
    for (int gpu = 0; gpu < gpus; gpu++) {
      List<Integer> nearest = nearest(node, gpu, failed);
      List<Integer> own = new ArrayList<>(nearest.subList(0, Math.min(each, nearest.size())));
      own.forEach(nic -> density[nic]++);
      chosen.add(own);
    }
    for (int gpu = gpus - 1; gpu >= 0; gpu--) {
      balance(node, gpu, chosen.get(gpu), density, failed);
    }
    return chosen.stream().map(ImmutableIntArray::copyOf).collect(ImmutableList.toImmutableList());
  }

  /** The distance between a GPU and a NIC of one node. */
  public static Distance distance(Node node, int gpu, int nic) {
    Node.Root a = root(node, gpu, true);
    Node.Root b = root(node, nic, false);
    if (a.equals(b)) {
      return a.below() == Node.Root.Below.SWITCH ? Distance.PXB : Distance.PHB;
    }
    return a.socket() == b.socket() ? Distance.NODE : Distance.SYS;
  }

  private static void balance(
      Node node, int gpu, List<Integer> own, int[] density, Set<Integer> failed) {
    for (int i = 0; i < own.size(); i++) {
      int now = own.get(i);
      Distance near = distance(node, gpu, now);
      for (int other : nearest(node, gpu, failed)) {
        if (!own.contains(other)
            && distance(node, gpu, other) == near
            && density[own.get(i)] - density[other] >= 2) {
          density[own.get(i)]--;
          density[other]++;
          own.set(i, other);
        }
      }
    }
  }

  private static List<Integer> nearest(Node node, int gpu, Set<Integer> failed) {
    return node.roots().stream()
        .flatMap(root -> root.nics().stream())
        .filter(nic -> !failed.contains(nic))
        .sorted(
            Comparator.comparing((Integer nic) -> distance(node, gpu, nic))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  static Node.Root root(Node node, int device, boolean gpu) {
    return node.roots().stream()
        .filter(root -> (gpu ? root.gpus() : root.nics()).contains(device))
        .findFirst()
        .orElseThrow();
  }
}
