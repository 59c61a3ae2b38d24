package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.mixAll;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Describes a CUDA graph: nodes with their work, and for each the nodes that it waits for (CUDA
 * Runtime API reference, "Graph Management"). Arguments of kernels and calls are those of the time
 * when the node was made.
 *
 * @param hash of the nodes
 */
public record TaskGraph(ImmutableList<Node> nodes, long hash) {
  public static final TaskGraph EMPTY = new TaskGraph(ImmutableList.of(), 0);

  /** One piece of work. The dependencies are numbers of nodes. */
  public record Node(Work work, ImmutableSortedSet<Integer> dependencies) {}

  private static TaskGraph of(List<Node> nodes) {
    long hash = 0;
    for (Node node : nodes) {
      hash = with(hash, node);
    }
    return new TaskGraph(ImmutableList.copyOf(nodes), hash);
  }

  private static long with(long hash, Node node) {
    return mix(hash, node.work.fingerprint(), mixAll(node.dependencies));
  }

  /** This graph and one more node, which is the last. */
  public TaskGraph with(Work work, ImmutableSortedSet<Integer> dependencies) {
    Node node = new Node(work, dependencies);
    return new TaskGraph(
        ImmutableList.<Node>builderWithExpectedSize(nodes.size() + 1)
            .addAll(nodes)
            .add(node)
            .build(),
        with(hash, node));
  }

  /** This graph with other work of one node. */
  public TaskGraph replacing(int number, Work work) {
    List<Node> changed = new ArrayList<>(nodes);
    changed.set(number, new Node(work, nodes.get(number).dependencies));
    return of(changed);
  }

  /** This graph where one more node waits for another. */
  public TaskGraph ordering(int before, int after) {
    List<Node> changed = new ArrayList<>(nodes);
    Node node = nodes.get(after);
    ImmutableSortedSet<Integer> dependencies =
        ImmutableSortedSet.<Integer>naturalOrder().addAll(node.dependencies).add(before).build();
    changed.set(after, new Node(node.work, dependencies));
    return of(changed);
  }

  /** The nodes that no other node waits for. */
  public ImmutableSortedSet<Integer> leaves() {
    TreeSet<Integer> leaves = new TreeSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      leaves.add(i);
    }
    nodes.forEach(node -> leaves.removeAll(node.dependencies));
    return ImmutableSortedSet.copyOf(leaves);
  }

  /**
   * The numbers of the nodes, each after those that it waits for; empty if they wait in a circle.
   */
  public Optional<ImmutableList<Integer>> order() {
    ImmutableList.Builder<Integer> order = ImmutableList.builder();
    TreeSet<Integer> rest = new TreeSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      rest.add(i);
    }
    while (!rest.isEmpty()) {
      Optional<Integer> next =
          rest.stream()
              .filter(number -> nodes.get(number).dependencies.stream().noneMatch(rest::contains))
              .findFirst();
      if (next.isEmpty()) {
        return Optional.empty();
      }
      order.add(next.get());
      rest.remove(next.get());
    }
    return Optional.of(order.build());
  }

  /** Whether another graph has the same dependencies and the same kinds of work. */
  public boolean hasShapeOf(TaskGraph other) {
    if (nodes.size() != other.nodes.size()) {
      return false;
    }
    for (int i = 0; i < nodes.size(); i++) {
      Node mine = nodes.get(i);
      Node theirs = other.nodes.get(i);
      if (!mine.dependencies.equals(theirs.dependencies)
          || mine.work.getClass() != theirs.work.getClass()) {
        return false;
      }
    }
    return true;
  }
}
