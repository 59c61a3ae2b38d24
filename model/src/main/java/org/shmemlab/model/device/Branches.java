package org.shmemlab.model.device;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmemlab.model.job.TaskGraph;

/**
 * Divides a graph into branches, each of which runs in order: a node continues the branch of a node
 * that it waits for, where no other node does.
 *
 * @param count number of branches, at least 1
 * @param of the branch of each node
 */
record Branches(int count, ImmutableIntArray of) {

  static Branches of(TaskGraph graph, ImmutableList<Integer> order) {
    int[] branch = new int[graph.nodes().size()];
    List<Integer> ends = new ArrayList<>(); // of each branch, its last node
    Arrays.fill(branch, -1);
    for (int node : order) {
      for (int before : graph.nodes().get(node).dependencies()) {
        if (branch[node] < 0 && ends.get(branch[before]) == before) {
          branch[node] = branch[before];
          ends.set(branch[before], node);
        }
      }
      if (branch[node] < 0) {
        branch[node] = ends.size();
        ends.add(node);
      }
    }
    return new Branches(Math.max(1, ends.size()), ImmutableIntArray.copyOf(branch));
  }
}
