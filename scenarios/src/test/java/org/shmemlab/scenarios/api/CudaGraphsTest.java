package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.spec.Profile;

/** CUDA graphs: captured from streams, made node by node, launched again and again. */
class CudaGraphsTest {
  private static final String KERNELS =
      """
      __global__ void set(int *x, int to) { *x = to; }
      __global__ void add(int *x, int by) { atomicAdd(x, by); }
      __global__ void times(int *x, int by) { *x *= by; }
      static void told(void *data) { printf("host: %d\\n", *(int *)data); }
      #define SAY(CALL) printf("%s\\n", cudaGetErrorName(CALL))
      """;
  private static final String SETUP =
      """
        int *x, by = 3, seen = -1;
        cudaStream_t s, t;
        cudaEvent_t fork, join;
        cudaGraph_t graph, other;
        cudaGraphExec_t exec;
        cudaMalloc(&x, 4);
        cudaStreamCreate(&s);
        cudaStreamCreate(&t);
        cudaEventCreate(&fork);
        cudaEventCreate(&join);
        set<<<1, 1>>>(x, 0);
        cudaDeviceSynchronize();
      """;
  private static final String CAPTURE =
      "  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n";
  private static final String LAUNCH =
      """
        cudaStreamEndCapture(s, &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphLaunch(exec, s);
        cudaGraphLaunch(exec, s);
        cudaStreamSynchronize(s);
        cudaMemcpy(&seen, x, 4, cudaMemcpyDeviceToHost);
        printf("x = %d\\n", seen);
      """;

  private static CProgram cuda(String body) {
    return CProgram.cuda(KERNELS, SETUP + body);
  }

  /** Work of stream t between a fork and a join, while work of stream s goes on. */
  private static String beside(String branch, String trunk) {
    return "  cudaEventRecord(fork, s);\n  cudaStreamWaitEvent(t, fork, 0);\n"
        + branch
        + trunk
        + "  cudaEventRecord(join, t);\n  cudaStreamWaitEvent(s, join, 0);\n";
  }

  @Test
  void aCapturedStreamRunsNothingAndTheGraphRunsItAtEachLaunch() {
    String body =
        "  add<<<1, 2, 0, s>>>(x, by);\n"
            + beside("  add<<<1, 1, 0, t>>>(x, 100);\n", "  add<<<1, 1, 0, s>>>(x, 10);\n")
            + "  times<<<1, 1, 0, s>>>(x, 2);\n  cudaLaunchHostFunc(s, told, &by);\n  by = 4;\n";
    assertThat(cuda(CAPTURE + body + LAUNCH).run(1).lines())
        .containsExactly("host: 4", "host: 4", "x = 696");
  }

  @Test
  void branchesOfAGraphAreInNoOrder() {
    String branches = beside("  set<<<1, 1, 0, t>>>(x, 1);\n", "  set<<<1, 1, 0, s>>>(x, 2);\n");
    assertThat(cuda(CAPTURE + branches + LAUNCH).explore(1, Profile.NVSHMEM).findings())
        .isNotEmpty();
    String joined =
        beside("  set<<<1, 1, 0, t>>>(x, 1);\n", "") + "  times<<<1, 1, 0, s>>>(x, 2);\n";
    assertThat(cuda(CAPTURE + joined + LAUNCH).explore(1, Profile.NVSHMEM).findings()).isEmpty();
  }

  @Test
  void launchesOfOneGraphOnTwoStreamsAreInOrder() {
    String body =
        CAPTURE
            + "  times<<<1, 1, 0, s>>>(x, 2);\n  cudaStreamEndCapture(s, &graph);\n"
            + "  cudaGraphInstantiate(&exec, graph, 0);\n  cudaGraphLaunch(exec, s);\n"
            + "  cudaGraphLaunch(exec, t);\n  cudaStreamSynchronize(t);\n";
    assertThat(cuda(body).explore(1, Profile.NVSHMEM).findings()).isEmpty();
  }

  @Test
  void nodesThatTheProgramMakesKeepTheirArgumentsUntilTheyAreSet() {
    String body =
        """
          cudaGraphNode_t clear, plus, empty, child, inside, get;
          void *arguments[] = {&x, &by};
          cudaMemsetParams zero = {};
          zero.dst = x; zero.elementSize = 1; zero.width = 4; zero.height = 1;
          cudaKernelNodeParams adding = {}, doubling = {};
          adding.func = (void *)add;
          adding.gridDim = dim3(1);
          adding.blockDim = dim3(1);
          adding.kernelParams = arguments;
          doubling = adding;
          doubling.func = (void *)times;
          cudaGraphCreate(&graph, 0);
          cudaGraphCreate(&other, 0);
          cudaGraphAddMemsetNode(&clear, graph, NULL, 0, &zero);
          cudaGraphAddKernelNode(&plus, graph, &clear, 1, &adding);
          cudaGraphAddEmptyNode(&empty, graph, NULL, 0);
          cudaGraphAddKernelNode(&inside, other, NULL, 0, &doubling);
          cudaGraphAddChildGraphNode(&child, graph, &empty, 1, other);
          cudaGraphAddMemcpyNode1D(&get, graph, &child, 1, &seen, x, 4, cudaMemcpyDeviceToHost);
          cudaGraphNode_t circle[] = {get}, first[] = {clear};
        #if CUDART_VERSION >= 13000
          cudaGraphAddDependencies(graph, &plus, &child, NULL, 1);
        #else
          cudaGraphAddDependencies(graph, &plus, &child, 1);
        #endif
          cudaGraphInstantiate(&exec, graph, 0);
          for (int i = 0; i < 4; i++) {
            cudaGraphLaunch(exec, s);
            cudaStreamSynchronize(s);
            printf("%d: %d\\n", i, seen);
            by = 5;
            if (i == 1) cudaGraphExecKernelNodeSetParams(exec, plus, &adding);
            if (i == 2) cudaGraphExecUpdate(exec, graph, NULL);
          }
        """;
    assertThat(cuda(body).run(1).lines()).containsExactly("0: 9", "1: 9", "2: 15", "3: 9");
  }

  private static final String NODES =
      """
      #if CUDART_VERSION >= 13000
      #define ADD(NODE, AFTER, N) cudaGraphAddNode(&NODE, graph, AFTER, NULL, N, &params)
      #else
      #define ADD(NODE, AFTER, N) cudaGraphAddNode(&NODE, graph, AFTER, N, &params)
      #endif
        cudaGraphNode_t a, b, c, d;
        cudaGraphNodeParams params = {};
        void *arguments[] = {&x, &by};
        cudaGraphCreate(&graph, 0);
      """;

  private static final String KERNEL =
      """
        params = {};
        params.type = cudaGraphNodeTypeKernel;
        params.kernel.func = (void *)add;
        params.kernel.gridDim = dim3(1);
        params.kernel.blockDim = dim3(1);
        params.kernel.kernelParams = arguments;
      """;

  @Test
  void oneCallAddsNodesOfAllKinds() {
    String body =
        """
          params.type = cudaGraphNodeTypeMemset;
          params.memset.dst = x; params.memset.elementSize = 1;
          params.memset.width = 4; params.memset.height = 1;
          ADD(a, NULL, 0);
        """
            + KERNEL
            + """
              ADD(b, &a, 1);
              params = {};
              params.type = cudaGraphNodeTypeMemcpy;
              params.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(x, 4, 4, 1);
              params.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(&seen, 4, 4, 1);
              params.memcpy.copyParams.extent = make_cudaExtent(4, 1, 1);
              params.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
              ADD(c, &b, 1);
              cudaGraphCreate(&other, 0);
              cudaGraphAddEmptyNode(&a, other, NULL, 0);
              params = {};
              params.type = cudaGraphNodeTypeGraph;
              params.graph.graph = other;
              ADD(d, &c, 1);
              params = {};
              params.type = cudaGraphNodeTypeEmpty;
              ADD(a, &d, 1);
              params.type = cudaGraphNodeTypeHost;
              params.host.fn = told;
              params.host.userData = &seen;
              ADD(b, &a, 1);
              cudaGraphInstantiate(&exec, graph, 0);
              cudaGraphLaunch(exec, s);
              cudaGraphLaunch(exec, s);
              cudaStreamSynchronize(s);
            """;
    assertThat(cuda(NODES + body).run(1).lines()).containsExactly("host: 3", "host: 3");
  }

  @Test
  void nodesOfConditionsAndAllocationsStopTheRun() {
    String body = "  params.type = cudaGraphNodeType%s;\n  ADD(a, NULL, 0);\n";
    assertThat(cuda(NODES + body.formatted("Conditional")).run(1).failure())
        .contains("conditional nodes of a graph");
    assertThat(cuda(NODES + body.formatted("MemAlloc")).run(1).failure())
        .contains("a graph's allocations");
  }

  /** Two graphs on two streams: the second one's work waits for an event, or does not. */
  private static String graphsOfEvents(String waits) {
    return NODES
        + KERNEL
        + "  ADD(a, NULL, 0);\n  cudaGraphAddEventRecordNode(&b, graph, &a, 1, fork);\n"
        + "  cudaGraphInstantiate(&exec, graph, 0);\n"
        + "  cudaGraphExec_t late;\n  cudaGraphCreate(&graph, 0);\n"
        + "  params.kernel.func = (void *)times;\n"
        + waits
        + "  cudaGraphInstantiate(&late, graph, 0);\n"
        + "  for (int i = 0; i < 2; i++) {\n"
        + "    cudaGraphLaunch(exec, s);\n    cudaGraphLaunch(late, t);\n"
        + "    cudaStreamSynchronize(t);\n  }\n";
  }

  @Test
  void eachLaunchRecordsTheEventsOfItsNodesAnew() {
    String wait = "  cudaGraphAddEventWaitNode(&a, graph, NULL, 0, fork);\n  ADD(b, &a, 1);\n";
    assertThat(cuda(graphsOfEvents(wait)).explore(1, Profile.NVSHMEM).findings()).isEmpty();
    assertThat(cuda(graphsOfEvents("  ADD(b, NULL, 0);\n")).explore(1, Profile.NVSHMEM).findings())
        .isNotEmpty();
    String get = "  cudaMemcpy(&seen, x, 4, cudaMemcpyDeviceToHost);\n  printf(\"%d\\n\", seen);\n";
    assertThat(cuda(graphsOfEvents(wait) + get).run(1).lines()).containsExactly("36");
  }

  private static CProgram capturedTo(String after, int count) {
    return cuda(
        NODES
            + KERNEL
            + "  ADD(a, NULL, 0);\n  SAY(cudaStreamBeginCaptureToGraph(s, graph, "
            + after
            + ", NULL, "
            + count
            + ", cudaStreamCaptureModeGlobal));\n  times<<<1, 1, 0, s>>>(x, 2);\n"
            + LAUNCH);
  }

  @Test
  void aCaptureToAGraphAddsToItsNodes() {
    assertThat(capturedTo("&a", 1).run(1).lines()).containsExactly("cudaSuccess", "x = 18");
    assertThat(capturedTo("&a", 1).explore(1, Profile.NVSHMEM).findings()).isEmpty();
    assertThat(capturedTo("NULL", 0).explore(1, Profile.NVSHMEM).findings()).isNotEmpty();
  }

  @Test
  void aGraphUnderACaptureBecomesPartOfTheOther() {
    String body =
        CAPTURE
            + "  add<<<1, 1, 0, s>>>(x, 1);\n  cudaStreamEndCapture(s, &other);\n"
            + "  cudaGraphInstantiate(&exec, other, 0);\n"
            + CAPTURE
            + "  cudaGraphLaunch(exec, s);\n  times<<<1, 1, 0, s>>>(x, 3);\n"
            + LAUNCH;
    assertThat(cuda(body).run(1).lines()).containsExactly("x = 12");
  }

  @Test
  void aSecondLaunchWaitsForTheSameValueAndPassesOnTheFirstSignal() {
    String declarations = "__global__ void take(int *data, int *got) { *got = *data; }\n";
    String body =
        """
          int *data = (int *)nvshmem_calloc(1, 4), *mine = (int *)nvshmem_calloc(1, 4), *got;
          uint64_t *signal = (uint64_t *)nvshmem_calloc(1, 8);
          cudaStream_t s;
          cudaGraph_t graph;
          cudaGraphExec_t exec;
          cudaMalloc(&got, 4);
          cudaStreamCreate(&s);
          cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
          if (me == 0) {
            nvshmemx_putmem_signal_on_stream(data, mine, 4, signal, 1, NVSHMEM_SIGNAL_SET, 1, s);
          } else {
            nvshmemx_signal_wait_until_on_stream(signal, NVSHMEM_CMP_GE, 1, s);
            take<<<1, 1, 0, s>>>(data, got);
            %s
          }
          %s
          cudaStreamEndCapture(s, &graph);
          cudaGraphInstantiate(&exec, graph, 0);
          for (int i = 0; i < 2; i++) cudaGraphLaunch(exec, s);
          cudaStreamSynchronize(s);
          nvshmem_barrier_all();
          nvshmem_free(signal);
          nvshmem_free(mine);
          nvshmem_free(data);
        """;
    String reset = "nvshmemx_signal_op_on_stream(signal, 0, NVSHMEM_SIGNAL_SET, 1, s);";
    String barrier = "nvshmemx_barrier_all_on_stream(s);";
    assertThat(
            CProgram.nvshmem(declarations, body.formatted("", ""))
                .explore(2, Profile.NVSHMEM)
                .findings())
        .isNotEmpty();
    assertThat(
            CProgram.nvshmem(declarations, body.formatted(reset, barrier))
                .explore(2, Profile.NVSHMEM)
                .findings())
        .isEmpty();
  }

  @Test
  void whatCannotBeCapturedIsRefused() {
    String synchronised =
        "  SAY(cudaStreamSynchronize(s));\n  SAY(cudaStreamEndCapture(s, &graph));\n";
    assertThat(cuda(CAPTURE + synchronised).run(1).lines())
        .containsExactly("cudaErrorStreamCaptureInvalidated", "cudaErrorStreamCaptureUnsupported");
    String unjoined =
        """
          cudaEventRecord(fork, s);
          SAY(cudaEventQuery(fork));
          cudaStreamWaitEvent(t, fork, 0);
          set<<<1, 1, 0, t>>>(x, 1);
          SAY(cudaStreamEndCapture(t, &graph));
          SAY(cudaStreamEndCapture(s, &graph));
        """;
    assertThat(cuda(CAPTURE + unjoined).run(1).lines())
        .containsExactly(
            "cudaErrorCapturedEvent",
            "cudaErrorStreamCaptureUnjoined",
            "cudaErrorStreamCaptureUnmatched");
    String before =
        "  cudaEventRecord(fork, t);\n"
            + CAPTURE
            + "  SAY(cudaStreamWaitEvent(s, fork, 0));\n  SAY(cudaStreamEndCapture(t, &graph));\n";
    assertThat(cuda(before).run(1).lines())
        .containsExactly("cudaErrorIllegalState", "cudaErrorStreamCaptureIsolation");
  }

  @Test
  void theDefaultStreamWaitsForNoStreamUnderCapture() {
    assertThat(cuda(CAPTURE + "  set<<<1, 1>>>(x, 1);\n").run(1).failure())
        .contains("cudaErrorStreamCaptureImplicit");
  }
}
