/* CUDA graphs (CUDA Runtime API reference, "Graph Management", "Stream Management"). A node that a
   program makes itself is captured: the call that does its work goes to a stream of the graph's own.
   A program's own definition of one of these comes first. */
#define cudaGraphAddNode cudaGraphAddNode_of_cuda_12
#include <cuda_runtime.h>
#undef cudaGraphAddNode
#include <shmemlab/own.h>

#define OURS __attribute__((weak)) cudaError_t

int __graph_capture_begin(unsigned long stream, long graph);
long __graph_capture_end(unsigned long stream);
int __graph_capture_status(unsigned long stream);
long __graph_create(void);
int __graph_destroy(long graph);
long __graph_size(long graph);
long __graph_node_begin(long graph);
int __graph_node_after(unsigned long stream, long node);
int __graph_node_child(unsigned long stream, long graph);
long __graph_node_end(unsigned long stream);
long __graph_instantiate(long graph);
int __graph_exec_update(long exec, long graph);
int __graph_set_node(long exec, long graph, long node, long from);
int __graph_exec_destroy(long exec);
int __graph_launch(long exec, unsigned long stream);

/* Where arguments may be left out, our header declares these for C++ alone. */
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, int, cudaStream_t);
cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int);

/* ---- handles: a node is its number from 1, and its graph's handle in the upper half */

static long number(const void *handle) { return (long)handle & 0xffffffff; }
static long graph_of(cudaGraphNode_t node) { return (long)node >> 32; }
static cudaGraphNode_t node_of(long graph, long number) {
  return (cudaGraphNode_t)(graph << 32 | number);
}

/* ---- capture */

OURS cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
  return (cudaError_t)__graph_capture_begin((unsigned long)stream, 0);
}
OURS cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  long made = __graph_capture_end((unsigned long)stream);
  *graph = made < 0 ? 0 : (cudaGraph_t)made;
  return made < 0 ? (cudaError_t)-made : cudaSuccess;
}
OURS cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
  int now = __graph_capture_status((unsigned long)stream);
  if (now < 0) return (cudaError_t)-now;
  *status = (enum cudaStreamCaptureStatus)now;
  return cudaSuccess;
}

/* ---- graphs */

OURS cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
  *graph = (cudaGraph_t)__graph_create();
  return cudaSuccess;
}
OURS cudaGraphDestroy(cudaGraph_t graph) { return (cudaError_t)__graph_destroy((long)graph); }
OURS cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
  long size = __graph_size((long)graph);
  if (size < 0) return (cudaError_t)-size;
  for (long i = 0; nodes && i < size && i < (long)*count; i++) nodes[i] = node_of((long)graph, i + 1);
  *count = (size_t)size;
  return cudaSuccess;
}
OURS cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
  long made = __graph_create();
  long stream = __graph_node_begin(made);
  int error = __graph_node_child((unsigned long)stream, (long)graph);
  if (error) return (cudaError_t)error;
  __graph_node_end((unsigned long)stream);
  *clone = (cudaGraph_t)made;
  return cudaSuccess;
}

/* Lets the next node of a stream under capture wait for others, or ends the capture. */
static cudaError_t after(unsigned long stream, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count) {
  for (size_t i = 0; i < count; i++) {
    long node = graph_of(dependencies[i]) == (long)graph ? number(dependencies[i]) : 0;
    int error = __graph_node_after(stream, node);
    if (error) return (cudaError_t)error;
  }
  return cudaSuccess;
}
static void require_whole(const cudaGraphEdgeData *edges, size_t count) {
  for (size_t i = 0; edges && i < count; i++) {
    if (edges[i].from_port || edges[i].to_port || edges[i].type) {
      __not_supported("not supported yet: programmatic edges of a graph; use edges without data");
    }
  }
}
OURS cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count,
    enum cudaStreamCaptureMode mode) {
  require_whole(edges, count);
  int error = __graph_capture_begin((unsigned long)stream, (long)graph);
  return error ? (cudaError_t)error : after((unsigned long)stream, graph, dependencies, count);
}

/* Begins a node: the stream for the call that does its work, 0 after an error. */
static cudaStream_t begin(
    cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, cudaError_t *error) {
  long stream = __graph_node_begin((long)graph);
  if (stream < 0) {
    *error = (cudaError_t)-stream;
    return 0;
  }
  *error = after((unsigned long)stream, graph, dependencies, count);
  return *error ? 0 : (cudaStream_t)stream;
}
static cudaError_t end(
    cudaGraphNode_t *node, cudaGraph_t graph, cudaStream_t stream, cudaError_t error) {
  long made = __graph_node_end((unsigned long)stream);
  if (!error) *node = node_of((long)graph, made);
  return error;
}

#define NODE(CALL)                                                       \
  cudaError_t error;                                                     \
  cudaStream_t stream = begin(graph, dependencies, count, &error);       \
  if (!stream) return error;                                             \
  return end(node, graph, stream, CALL);

static cudaError_t kernel(const struct cudaKernelNodeParams *params, cudaStream_t stream) {
  return cudaLaunchKernel(params->func, params->gridDim, params->blockDim, params->kernelParams,
      params->sharedMemBytes, stream);
}
static cudaError_t set(const struct cudaMemsetParams *params, cudaStream_t stream) {
  if (params->elementSize != 1) {
    __not_supported("not supported yet: a graph's memset of elements of several bytes; set bytes");
  }
  for (size_t row = 0; row < params->height; row++) {
    cudaError_t error = cudaMemsetAsync((char *)params->dst + row * params->pitch,
        (int)params->value, params->width, stream);
    if (error) return error;
  }
  return cudaSuccess;
}

static cudaError_t copy(const struct cudaMemcpy3DParms *params, cudaStream_t stream) {
  if (params->srcArray || params->dstArray || params->extent.depth != 1 || params->srcPos.z ||
      params->dstPos.z) {
    __not_supported("not supported yet: a graph's copy of arrays or of several planes; copy rows");
  }
  for (size_t row = 0; row < params->extent.height; row++) {
    size_t from = (params->srcPos.y + row) * params->srcPtr.pitch + params->srcPos.x;
    size_t to = (params->dstPos.y + row) * params->dstPtr.pitch + params->dstPos.x;
    cudaError_t error = cudaMemcpyAsync((char *)params->dstPtr.ptr + to,
        (char *)params->srcPtr.ptr + from, params->extent.width, params->kind, stream);
    if (error) return error;
  }
  return cudaSuccess;
}

OURS cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, const struct cudaKernelNodeParams *params) {
  NODE(kernel(params, stream))
}
OURS cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, const struct cudaHostNodeParams *params) {
  NODE(cudaLaunchHostFunc(stream, params->fn, params->userData))
}
OURS cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, void *to, const void *from, size_t bytes,
    enum cudaMemcpyKind kind) {
  NODE(cudaMemcpyAsync(to, from, bytes, kind, stream))
}
OURS cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, const struct cudaMemsetParams *params) {
  NODE(set(params, stream))
}
OURS cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count) {
  NODE((cudaError_t)__graph_node_child((unsigned long)stream, 0))
}
OURS cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, cudaGraph_t child) {
  NODE((cudaError_t)__graph_node_child((unsigned long)stream, (long)child))
}
/* An event of a graph is recorded by each launch, and its waits are for the latest record then. */
OURS cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event) {
  NODE(cudaEventRecord(event, stream))
}
OURS cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event) {
  NODE(cudaStreamWaitEvent(stream, event, 0))
}
OURS cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count,
    struct cudaGraphNodeParams *params) {
  require_whole(edges, count);
  switch (params->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphAddKernelNode(node, graph, dependencies, count, &params->kernel);
    case cudaGraphNodeTypeMemcpy: {
      NODE(copy(&params->memcpy.copyParams, stream))
    }
    case cudaGraphNodeTypeMemset:
      return cudaGraphAddMemsetNode(node, graph, dependencies, count, &params->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphAddHostNode(node, graph, dependencies, count, &params->host);
    case cudaGraphNodeTypeGraph:
      return cudaGraphAddChildGraphNode(node, graph, dependencies, count, params->graph.graph);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, dependencies, count);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, dependencies, count, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(
          node, graph, dependencies, count, params->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
      __not_supported("not supported yet: a graph's allocations; allocate before the launch");
    case cudaGraphNodeTypeConditional:
      __not_supported("not supported yet: conditional nodes of a graph; let the host decide");
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
      __not_supported("not supported yet: external semaphores of a graph; use events");
    default: return cudaErrorInvalidValue;
  }
}
OURS cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count,
    struct cudaGraphNodeParams *params) {
  return cudaGraphAddNode(node, graph, dependencies, edges, count, params);
}
/* Gives a node of a graph, or of an executable one, the work that a call does. */
#define SET(EXEC, GRAPH, CALL)                                                               \
  cudaError_t error;                                                                         \
  long other = __graph_create();                                                             \
  cudaStream_t stream = begin((cudaGraph_t)other, 0, 0, &error);                             \
  if (!stream) return error;                                                                 \
  error = CALL;                                                                              \
  __graph_node_end((unsigned long)stream);                                                   \
  if (!error) error = (cudaError_t)__graph_set_node((long)(EXEC), GRAPH, number(node), other); \
  __graph_destroy(other);                                                                    \
  return error;

OURS cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *params) {
  SET(0, graph_of(node), kernel(params, stream))
}
OURS cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaKernelNodeParams *params) {
  SET(exec, 0, kernel(params, stream))
}
OURS cudaGraphExecHostNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaHostNodeParams *params) {
  SET(exec, 0, cudaLaunchHostFunc(stream, params->fn, params->userData))
}
OURS cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
    const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  SET(exec, 0, cudaMemcpyAsync(to, from, bytes, kind, stream))
}

/* ---- executable graphs */

OURS cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
  long made = __graph_instantiate((long)graph);
  if (made < 0) return (cudaError_t)-made;
  *exec = (cudaGraphExec_t)made;
  return cudaSuccess;
}
OURS cudaGraphInstantiateWithFlags(
    cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
OURS cudaGraphExecUpdate(
    cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result) {
  int error = __graph_exec_update((long)exec, (long)graph);
  if (result) {
    result->result = error ? cudaGraphExecUpdateErrorTopologyChanged : cudaGraphExecUpdateSuccess;
    result->errorNode = 0;
    result->errorFromNode = 0;
  }
  return (cudaError_t)error;
}
OURS cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return (cudaError_t)__graph_exec_destroy((long)exec);
}
OURS cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) { return cudaSuccess; }
OURS cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return (cudaError_t)__graph_launch((long)exec, (unsigned long)stream);
}
