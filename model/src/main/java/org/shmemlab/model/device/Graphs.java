package org.shmemlab.model.device;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Capture;
import org.shmemlab.model.job.ExecutableGraph;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.Stream;
import org.shmemlab.model.job.TaskGraph;
import org.shmemlab.model.job.Work;

/**
 * Makes, changes and launches the CUDA graphs of the PEs (CUDA Runtime API reference, "Graph
 * Management"; CUDA Programming Guide, "CUDA Graphs"). Handles of graphs and of executable graphs
 * begin at 1.
 */
public final class Graphs {
  private final JobState jobState;
  private final Device device;

  Graphs(JobState jobState, Device device) {
    this.jobState = jobState;
    this.device = device;
  }

  // ---------------------------------------------------------------- graphs

  /** Makes a graph without nodes; gives its handle. */
  public int create(int pe) {
    List<@Nullable TaskGraph> graphs = writable(pe).graphs;
    graphs.add(TaskGraph.EMPTY);
    return graphs.size();
  }

  /** The graph of a handle, or null. */
  public @Nullable TaskGraph find(int pe, long handle) {
    return of(jobState.peState(pe).graphs, handle);
  }

  /** Puts another graph in the place of one, null to destroy it. */
  public void replace(int pe, long handle, @Nullable TaskGraph graph) {
    writable(pe).graphs.set((int) handle - 1, graph);
  }

  // ---------------------------------------------------------------- capture

  /** The capture of a stream, or null. */
  public @Nullable Capture capture(int pe, long handle) {
    return Stream.isDefault(handle) ? null : jobState.peState(pe).stream(handle).capture;
  }

  /** The stream's work becomes nodes of a graph from now on; with null it is executed again. */
  public void capture(int pe, long handle, @Nullable Capture capture) {
    device.stream(pe, handle).capture = capture;
    jobState.changed();
  }

  /** Whether the work of any stream of a PE is captured. */
  public boolean capturesAny(int pe) {
    return jobState.peState(pe).streams.stream().anyMatch(stream -> stream.capture != null);
  }

  /** A call that cannot be captured invalidates all captures of a PE. */
  public void invalidate(int pe) {
    for (Stream stream : writable(pe).streams) {
      Capture capture = stream.capture;
      if (capture != null) {
        stream.capture = capture.invalidated();
      }
    }
  }

  /** Ends the capture of a graph on all streams; whether the origin waits for all nodes. */
  public boolean endCapture(int pe, Capture origin) {
    boolean joined = true;
    TaskGraph graph = Preconditions.checkNotNull(find(pe, origin.graph()));
    ImmutableSortedSet<Integer> leaves = graph.leaves();
    for (Stream stream : writable(pe).streams) {
      Capture capture = stream.capture;
      if (capture != null && capture.graph() == origin.graph()) {
        joined &= capture.tails().stream().noneMatch(n -> isLoose(n, leaves, origin));
        stream.capture = null;
      }
    }
    jobState.changed();
    return joined;
  }

  private static boolean isLoose(int node, ImmutableSortedSet<Integer> leaves, Capture origin) {
    return leaves.contains(node) && !origin.tails().contains(node);
  }

  // ---------------------------------------------------------------- executable graphs

  /** Makes a graph that can be launched; gives its handle, empty if its nodes wait in a circle. */
  public Optional<Integer> instantiate(int pe, TaskGraph graph) {
    return graph
        .order()
        .map(order -> {
          List<@Nullable ExecutableGraph> executables = writable(pe).executables;
          executables.add(new ExecutableGraph(graph, order, ImmutableIntArray.of(), -1, -1));
          return executables.size();
        });
  }

  /** The executable graph of a handle, or null. */
  public @Nullable ExecutableGraph executable(int pe, long handle) {
    return of(jobState.peState(pe).executables, handle);
  }

  /** Puts another executable graph in the place of one, null to destroy it. */
  public void replace(int pe, long handle, @Nullable ExecutableGraph executable) {
    writable(pe).executables.set((int) handle - 1, executable);
  }

  /**
   * Launches a graph: its first branch runs on the given stream, the others on streams of the
   * graph's own. The launch follows all earlier work of the stream and the graph's previous launch;
   * later work of the stream follows all nodes. On a stream under capture the graph becomes part of
   * the captured one.
   */
  public void launch(Agent host, int handle, long streamHandle) {
    Stream stream = device.stream(host.pe, streamHandle);
    PeState pe = writable(host.pe);
    ExecutableGraph executable = Preconditions.checkNotNull(executable(host.pe, handle));
    Capture capture = stream.capture;
    if (capture != null) {
      TaskGraph outer = Preconditions.checkNotNull(find(host.pe, capture.graph()));
      TaskGraph both = with(outer, executable.graph(), executable.order(), capture.tails(), host);
      replace(host.pe, capture.graph(), both);
      stream.capture = capture.then(both.nodes().size() - 1);
      jobState.changed();
      return;
    }
    Captures.requireNoneBeside(pe, stream);
    Branches branches = Branches.of(executable.graph(), executable.order());
    List<Integer> handles = new ArrayList<>(executable.streams().asList());
    while (handles.size() < branches.count() - 1) {
      handles.add(device.createStream(host, false));
    }
    LaunchPlan plan = new LaunchPlan(jobState, host, stream.handle, handles);
    for (LaunchPlan.Planned task : plan.tasks(executable, branches)) {
      Stream of = device.stream(host.pe, task.stream());
      device.queue(host, of, task.work(), task.after(), task.releases());
    }
    long last = pe.nextSequence - 1;
    pe.executables.set(
        handle - 1, executable.launched(ImmutableIntArray.copyOf(handles), stream.handle, last));
  }

  /** A graph and the nodes of another, which follow some of its nodes and end in one more. */
  public TaskGraph with(
      TaskGraph outer,
      TaskGraph inner,
      ImmutableList<Integer> order,
      ImmutableSortedSet<Integer> after,
      Agent host) {
    int first = outer.nodes().size();
    int[] places = new int[order.size()];
    TaskGraph both = outer;
    for (int i = 0; i < order.size(); i++) {
      places[order.get(i)] = first + i;
      TaskGraph.Node node = inner.nodes().get(order.get(i));
      both = both.with(node.work(), node.dependencies().isEmpty() ? after : moved(node, places));
    }
    ImmutableSortedSet<Integer> leaves =
        inner.leaves().stream()
            .map(leaf -> places[leaf])
            .collect(ImmutableSortedSet.toImmutableSortedSet(Integer::compare));
    return both.with(new Work.Join(jobState.line(host)), leaves.isEmpty() ? after : leaves);
  }

  private static ImmutableSortedSet<Integer> moved(TaskGraph.Node node, int[] places) {
    return node.dependencies().stream()
        .map(dependency -> places[dependency])
        .collect(ImmutableSortedSet.toImmutableSortedSet(Integer::compare));
  }

  private PeState writable(int pe) {
    jobState.changed();
    return jobState.writablePe(pe).ownDevice();
  }

  private static <T> @Nullable T of(List<@Nullable T> all, long handle) {
    return handle >= 1 && handle <= all.size() ? all.get((int) handle - 1) : null;
  }
}
