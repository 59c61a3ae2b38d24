package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.device.Graphs;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Capture;
import org.shmemlab.model.job.ExecutableGraph;
import org.shmemlab.model.job.Stream;
import org.shmemlab.model.job.TaskGraph;
import org.shmemlab.model.job.Work;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;

/**
 * Implements CUDA graphs (CUDA Runtime API reference, "Graph Management" and, for capture, "Stream
 * Management"): what {@code graphs.c} makes the functions of programs of. A number below 0 is an
 * error with its sign changed. A node is a graph's handle and a number from 1.
 *
 * <p>An explicit node is made as a captured one is: the call that does its work is made on a stream
 * of its own, under capture.
 */
public final class CudaGraphs {
  private static final CallTraits CHANGING = CallTraits.changing(Kept.STREAMS);

  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.OWN.host(
              "int __graph_capture_begin(unsigned long stream, long graph)",
              CHANGING,
              CudaGraphs::begin),
          CHeader.OWN.host(
              "long __graph_capture_end(unsigned long stream)", CHANGING, CudaGraphs::end),
          CHeader.OWN.host(
              "int __graph_capture_status(unsigned long stream)",
              CallTraits.lookingAt(Kept.STREAMS),
              CudaGraphs::status),
          CHeader.OWN.host("long __graph_create(void)", CHANGING, CudaGraphs::create),
          CHeader.OWN.host("int __graph_destroy(long graph)", CHANGING, CudaGraphs::destroy),
          CHeader.OWN.host(
              "long __graph_size(long graph)",
              CallTraits.lookingAt(Kept.STREAMS),
              CudaGraphs::size),
          CHeader.OWN.host("long __graph_node_begin(long graph)", CHANGING, CudaGraphs::beginNode),
          CHeader.OWN.host(
              "int __graph_node_after(unsigned long stream, long node)",
              CHANGING,
              CudaGraphs::nodeAfter),
          CHeader.OWN.host(
              "int __graph_node_child(unsigned long stream, long graph)",
              CHANGING,
              CudaGraphs::child),
          CHeader.OWN.host(
              "long __graph_node_end(unsigned long stream)", CHANGING, CudaGraphs::endNode),
          CHeader.CUDA_TYPES.host(
              "cudaError_t cudaGraphAddDependencies("
                  + "void *graph, const void *from, const void *to, size_t count)",
              CHANGING,
              CudaGraphs::ordered,
              CudaGraphs::order),
          CHeader.OWN.host("long __graph_instantiate(long graph)", CHANGING, CudaGraphs::make),
          CHeader.OWN.host(
              "int __graph_exec_update(long exec, long graph)", CHANGING, CudaGraphs::update),
          CHeader.OWN.host(
              "int __graph_set_node(long exec, long graph, long node, long from)",
              CHANGING,
              CudaGraphs::setNode),
          CHeader.OWN.host(
              "int __graph_exec_destroy(long exec)", CHANGING, CudaGraphs::destroyExecutable),
          CHeader.OWN.host(
              "int __graph_launch(long exec, unsigned long stream)",
              CallTraits.of(CallTrait.LAUNCHES_KERNEL).thatChanges(Kept.STREAMS),
              CudaGraphs::launch));

  private CudaGraphs() {}

  // ---------------------------------------------------------------- capture

  /** Begins to capture a stream to a graph, to a new one where its handle is 0. */
  private static long begin(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaStreamBeginCapture");
    long stream = call.argument(0);
    if (!CudaState.of(call).isStream(stream)) {
      return CudaStreams.unknown(call, stream);
    }
    Graphs graphs = graphs(call);
    if (Stream.isDefault(stream)) {
      return unsupported(call, "cudaStreamBeginCapture of the default stream");
    }
    if (graphs.capture(call.pe(), stream) != null) {
      return CudaErrors.set(
          call, CudaError.ILLEGAL_STATE, "stream " + stream + " is under capture already");
    }
    boolean given = call.argument(1) != 0;
    if (given && graph(call, 1) == null) {
      return unknown(call, "graph", 1);
    }
    int graph = given ? (int) call.argument(1) : graphs.create(call.pe());
    graphs.capture(call.pe(), stream, new Capture(graph, true, ImmutableSortedSet.of(), false));
    return CudaError.SUCCESS.number();
  }

  private static long end(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaStreamEndCapture");
    long stream = call.argument(0);
    Capture capture =
        CudaState.of(call).isStream(stream) ? graphs(call).capture(call.pe(), stream) : null;
    if (capture == null) {
      return -CudaErrors.set(
          call, CudaError.ILLEGAL_STATE, "stream " + stream + " is not under capture");
    }
    if (!capture.origin()) {
      return -CudaErrors.set(
          call,
          CudaError.STREAM_CAPTURE_UNMATCHED,
          "the capture did not begin on stream " + stream + "; end it where it began");
    }
    boolean joined = graphs(call).endCapture(call.pe(), capture);
    if (capture.invalid()) {
      return -CudaErrors.set(call, CudaError.STREAM_CAPTURE_INVALIDATED);
    }
    if (!joined) {
      return -CudaErrors.set(
          call,
          CudaError.STREAM_CAPTURE_UNJOINED,
          "work of another stream under this capture is not waited for: record an event there and"
              + " let stream "
              + stream
              + " wait for it before the capture ends");
    }
    return capture.graph();
  }

  private static long status(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaStreamIsCapturing");
    long stream = call.argument(0);
    if (!CudaState.of(call).isStream(stream)) {
      return -CudaStreams.unknown(call, stream);
    }
    Capture capture = graphs(call).capture(call.pe(), stream);
    return capture == null ? 0 : capture.invalid() ? 2 : 1;
  }

  /**
   * Answers a call that may not be made while a stream is under capture.
   *
   * @return whether it is
   */
  static boolean refuses(ServiceCall call, String function) {
    if (!graphs(call).capturesAny(call.pe())) {
      return false;
    }
    graphs(call).invalidate(call.pe());
    unsupported(call, function + " while a stream is under capture, which invalidates the capture");
    return true;
  }

  private static long unsupported(ServiceCall call, String what) {
    return CudaErrors.set(call, CudaError.STREAM_CAPTURE_UNSUPPORTED, what);
  }

  // ---------------------------------------------------------------- graphs and nodes

  private static long create(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaGraphCreate");
    return graphs(call).create(call.pe());
  }

  private static long destroy(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaGraphDestroy");
    if (graph(call, 0) == null) {
      return unknown(call, "graph", 0);
    }
    graphs(call).replace(call.pe(), call.argument(0), (@Nullable TaskGraph) null);
    return CudaError.SUCCESS.number();
  }

  private static long size(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaGraphGetNodes");
    TaskGraph graph = graph(call, 0);
    return graph == null ? -unknown(call, "graph", 0) : graph.nodes().size();
  }

  private static long beginNode(ServiceCall call) {
    CallerCheck.requireHostThread(call, "a call that adds a node");
    if (graph(call, 0) == null) {
      return -unknown(call, "graph", 0);
    }
    CudaState state = CudaState.of(call);
    if (state.nodeStream == 0) {
      state.nodeStream = call.device().createStream(call.agent(), false);
      state.streams.set(state.nodeStream);
    }
    graphs(call)
        .capture(
            call.pe(),
            state.nodeStream,
            new Capture((int) call.argument(0), false, ImmutableSortedSet.of(), false));
    return state.nodeStream;
  }

  private static long nodeAfter(ServiceCall call) {
    Capture capture = capture(call);
    TaskGraph graph = graphs(call).find(call.pe(), capture.graph());
    long node = call.argument(1);
    if (graph == null || node < 1 || node > graph.nodes().size()) {
      graphs(call).capture(call.pe(), call.argument(0), null);
      return unknown(call, "dependency", 1);
    }
    graphs(call)
        .capture(
            call.pe(), call.argument(0), capture.joining(ImmutableSortedSet.of((int) node - 1)));
    return CudaError.SUCCESS.number();
  }

  /** Adds the nodes of another graph, of none where its handle is 0, and one that joins them. */
  private static long child(ServiceCall call) {
    Capture capture = capture(call);
    TaskGraph outer = Preconditions.checkNotNull(graphs(call).find(call.pe(), capture.graph()));
    TaskGraph inner = call.argument(1) == 0 ? TaskGraph.EMPTY : graph(call, 1);
    ImmutableList<Integer> order = inner == null ? null : inner.order().orElse(null);
    if (inner == null || order == null) {
      graphs(call).capture(call.pe(), call.argument(0), null);
      return unknown(call, "graph", 1);
    }
    TaskGraph both = graphs(call).with(outer, inner, order, capture.tails(), call.agent());
    graphs(call).replace(call.pe(), capture.graph(), both);
    graphs(call).capture(call.pe(), call.argument(0), capture.then(both.nodes().size() - 1));
    return CudaError.SUCCESS.number();
  }

  private static long endNode(ServiceCall call) {
    Capture capture = capture(call);
    graphs(call).capture(call.pe(), call.argument(0), null);
    return Preconditions.checkNotNull(graphs(call).find(call.pe(), capture.graph())).nodes().size();
  }

  // CUDA 13 has one more parameter before the number of edges.
  private static void ordered(Footprint call) {
    long bytes = call.argument(call.count() - 1) * Long.BYTES;
    call.reads(call.argument(1), bytes);
    call.reads(call.argument(2), bytes);
  }

  private static long order(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaGraphAddDependencies");
    TaskGraph graph = graph(call, 0);
    if (graph == null) {
      return unknown(call, "graph", 0);
    }
    for (long i = 0; i < call.argument(call.count() - 1); i++) {
      int before = node(call, graph, call.argument(1) + i * Long.BYTES);
      int after = node(call, graph, call.argument(2) + i * Long.BYTES);
      if (before < 0 || after < 0) {
        return CudaErrors.set(
            call, CudaError.INVALID_VALUE, "a node is not of graph " + call.argument(0));
      }
      graph = graph.ordering(before, after);
    }
    graphs(call).replace(call.pe(), call.argument(0), graph);
    return CudaError.SUCCESS.number();
  }

  /** The place in a graph of the node whose handle an address holds; below 0 for one of another. */
  private static int node(ServiceCall call, TaskGraph graph, long address) {
    long handle = call.load(ScalarType.U64, address);
    long number = handle & 0xFFFF_FFFFL;
    boolean own = handle >>> Integer.SIZE == call.argument(0) && number <= graph.nodes().size();
    return own ? (int) number - 1 : -1;
  }

  // ---------------------------------------------------------------- executable graphs

  private static long make(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaGraphInstantiate");
    TaskGraph graph = graph(call, 0);
    return graph == null
        ? -unknown(call, "graph", 0)
        : graphs(call)
            .instantiate(call.pe(), graph)
            .map(handle -> (long) handle)
            .orElseGet(() ->
                -CudaErrors.set(
                    call, CudaError.INVALID_VALUE, "nodes of the graph wait in a circle"));
  }

  private static long update(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaGraphExecUpdate");
    ExecutableGraph executable = executable(call);
    TaskGraph graph = graph(call, 1);
    if (executable == null || graph == null) {
      return unknown(call, "graph", executable == null ? 0 : 1);
    }
    if (!executable.graph().hasShapeOf(graph)) {
      return CudaErrors.set(call, CudaError.GRAPH_EXEC_UPDATE_FAILURE);
    }
    graphs(call).replace(call.pe(), call.argument(0), executable.with(graph));
    return CudaError.SUCCESS.number();
  }

  /** Gives a node the work of the last one of another graph. Of a graph where the first is 0. */
  private static long setNode(ServiceCall call) {
    CallerCheck.requireHostThread(call, "a call that sets the parameters of a node");
    boolean ofGraph = call.argument(0) == 0;
    ExecutableGraph executable = ofGraph ? null : executable(call);
    TaskGraph graph = ofGraph ? graph(call, 1) : executable == null ? null : executable.graph();
    TaskGraph from = graph(call, 3);
    int node = (int) call.argument(2) - 1;
    if (graph == null
        || from == null
        || from.nodes().isEmpty()
        || node < 0
        || node >= graph.nodes().size()) {
      return unknown(call, "node", 2);
    }
    Work work = from.nodes().getLast().work();
    TaskGraph changed = graph.replacing(node, work);
    if (executable != null) {
      graphs(call).replace(call.pe(), call.argument(0), executable.with(changed));
    } else {
      graphs(call).replace(call.pe(), call.argument(1), changed);
    }
    return CudaError.SUCCESS.number();
  }

  private static long destroyExecutable(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaGraphExecDestroy");
    if (executable(call) == null) {
      return unknown(call, "executable graph", 0);
    }
    graphs(call).replace(call.pe(), call.argument(0), (@Nullable ExecutableGraph) null);
    return CudaError.SUCCESS.number();
  }

  private static long launch(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaGraphLaunch");
    if (executable(call) == null) {
      return unknown(call, "executable graph", 0);
    }
    long stream = call.argument(1);
    if (!CudaState.of(call).isStream(stream)) {
      return CudaStreams.unknown(call, stream);
    }
    if (graphs(call).capture(call.pe(), stream) == null) {
      recordEvents(call);
    }
    graphs(call).launch(call.agent(), (int) call.argument(0), stream);
    return CudaError.SUCCESS.number();
  }

  /** Gives the nodes of events the versions of this launch. */
  private static void recordEvents(ServiceCall call) {
    ExecutableGraph executable = Preconditions.checkNotNull(executable(call));
    TaskGraph graph = executable.graph();
    for (int number : executable.order()) {
      if (graph.nodes().get(number).work() instanceof Work.Call task) {
        boolean records = asksFor(call, task, CudaEvents.EVENT_MARK);
        if (records || asksFor(call, task, CudaEvents.EVENT_AWAIT)) {
          long event = task.arguments().get(0);
          long version = CudaEvents.version(call, event, records);
          ImmutableLongArray arguments = ImmutableLongArray.of(event, version);
          graph = graph.replacing(number, new Work.Call(task.function(), arguments));
        }
      }
    }
    graphs(call).replace(call.pe(), call.argument(0), executable.with(graph));
  }

  private static boolean asksFor(ServiceCall call, Work.Call task, RuntimeCall service) {
    return Arrays.stream(call.jobState().code(task.function()).body)
        .anyMatch(instruction ->
            instruction instanceof Instruction.Invoke asked && asked.call() == service);
  }

  // ---------------------------------------------------------------- handles

  private static Graphs graphs(ServiceCall call) {
    return call.device().graphs();
  }

  private static Capture capture(ServiceCall call) {
    return Preconditions.checkNotNull(graphs(call).capture(call.pe(), call.argument(0)));
  }

  private static @Nullable TaskGraph graph(ServiceCall call, int argument) {
    return graphs(call).find(call.pe(), call.argument(argument));
  }

  private static @Nullable ExecutableGraph executable(ServiceCall call) {
    return graphs(call).executable(call.pe(), call.argument(0));
  }

  private static long unknown(ServiceCall call, String what, int argument) {
    return CudaErrors.set(
        call,
        CudaError.INVALID_VALUE,
        what + " " + call.argument(argument) + " was never created or is destroyed");
  }
}
