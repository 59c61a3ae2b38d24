package org.shmemlab.model.device;

import com.google.common.base.Preconditions;
import com.google.common.primitives.ImmutableLongArray;
import org.shmemlab.model.job.Capture;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.Stream;
import org.shmemlab.model.job.TaskGraph;
import org.shmemlab.model.job.Work;
import org.shmemlab.model.memory.Fault;

/** Turns work for a stream under capture into nodes of its graph. */
final class Captures {
  private Captures() {}

  /** Adds a node that follows all earlier ones of the stream. */
  static void add(PeState pe, Stream stream, Work work) {
    Capture capture = Preconditions.checkNotNull(stream.capture);
    TaskGraph graph = Preconditions.checkNotNull(pe.graphs.get(capture.graph() - 1));
    pe.graphs.set(capture.graph() - 1, graph.with(ofGraph(work), capture.tails()));
    stream.capture = capture.then(graph.nodes().size());
  }

  /**
   * Checks that work for the legacy default stream does not wait for a stream under capture.
   *
   * @throws Fault if it does: cudaErrorStreamCaptureImplicit
   */
  static void requireNoneBeside(PeState pe, Stream stream) {
    if (stream.handle != Stream.DEFAULT) {
      return;
    }
    for (Stream other : pe.streams) {
      if (other.blocking && other.capture != null) {
        throw new Fault(
            "work is queued on the default stream, which waits for stream %s under capture"
                + " (cudaErrorStreamCaptureImplicit); use another stream, or make that one with"
                + " cudaStreamNonBlocking",
            other.handle);
      }
    }
  }

  // Every launch of the graph uses the objects of the parameters again.
  private static Work ofGraph(Work work) {
    return work instanceof Work.Launch launch
        ? new Work.Launch(launch.shape(), launch.arguments(), ImmutableLongArray.of())
        : work;
  }
}
