package org.shmemlab.model.device;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.ExecutableGraph;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Task.Dependency;
import org.shmemlab.model.job.TaskGraph;
import org.shmemlab.model.job.Work;

/**
 * Plans one launch of a graph: a first task on the stream of the launch, the nodes, a last task.
 * Between tasks of one stream its order is enough; for each other dependency an agent keeps the
 * clock of the earlier task's end.
 */
final class LaunchPlan {
  /** A task to be: what it does, where, and after which earlier ones. */
  private record Step(Work work, int stream, List<Integer> after) {}

  /** A task for the stream of a handle. */
  record Planned(
      Work work, int stream, ImmutableList<Dependency> after, ImmutableIntArray releases) {}

  private final JobState jobState;
  private final Agent host;
  private final int stream;
  private final List<Integer> branchStreams;
  private final List<Step> steps = new ArrayList<>();
  private final TreeMap<Integer, List<Dependency>> after = new TreeMap<>();
  private final TreeMap<Integer, ImmutableIntArray.Builder> releases = new TreeMap<>();

  /**
   * Plans for a stream.
   *
   * @param branchStreams the handles of the streams of all branches but the first
   */
  LaunchPlan(JobState jobState, Agent host, int stream, List<Integer> branchStreams) {
    this.jobState = jobState;
    this.host = host;
    this.stream = stream;
    this.branchStreams = branchStreams;
  }

  /** The tasks in the order in which they are queued. */
  ImmutableList<Planned> tasks(ExecutableGraph executable, Branches branches) {
    TaskGraph graph = executable.graph();
    Work join = new Work.Join(jobState.line(host));
    steps.add(new Step(join, stream, List.of()));
    int[] places = new int[graph.nodes().size()];
    for (int number : executable.order()) {
      TaskGraph.Node node = graph.nodes().get(number);
      places[number] = steps.size();
      int branch = branches.of().get(number);
      steps.add(
          new Step(
              node.work(),
              branch == 0 ? stream : branchStreams.get(branch - 1),
              node.dependencies().isEmpty() ? List.of(0) : places(node.dependencies(), places)));
    }
    if (branches.count() > 1) {
      steps.add(new Step(join, stream, places(graph.leaves(), places)));
    }
    link(jobState.peState(host.pe).nextSequence);
    if (executable.lastStream() >= 0 && executable.lastStream() != stream) {
      Dependency previous = new Dependency(executable.lastStream(), executable.lastSequence(), -1);
      after.computeIfAbsent(0, absent -> new ArrayList<>()).add(previous);
    }
    ImmutableList.Builder<Planned> tasks = ImmutableList.builder();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      tasks.add(
          new Planned(
              step.work,
              step.stream,
              ImmutableList.copyOf(after.getOrDefault(i, List.of())),
              releases.containsKey(i) ? releases.get(i).build() : ImmutableIntArray.of()));
    }
    return tasks.build();
  }

  private void link(long first) {
    for (int i = 0; i < steps.size(); i++) {
      for (int before : steps.get(i).after) {
        int other = steps.get(before).stream;
        if (other != steps.get(i).stream) {
          int keeper = jobState.keeper(host.pe, other, (int) (first + before), i).id;
          after
              .computeIfAbsent(i, absent -> new ArrayList<>())
              .add(new Dependency(other, first + before, keeper));
          releases.computeIfAbsent(before, absent -> ImmutableIntArray.builder()).add(keeper);
        }
      }
    }
  }

  private static List<Integer> places(Collection<Integer> nodes, int[] places) {
    return nodes.stream().map(node -> places[node]).toList();
  }
}
