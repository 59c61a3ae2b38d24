package org.shmemlab.scenarios.runtime.call;

import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.memory.Fault;

/** Checks that an agent of the right kind calls a function. */
public final class CallerCheck {
  private CallerCheck() {}

  /** Whether a thread of the host calls: no kernel and no stream. */
  public static boolean isHostThread(ServiceCall call) {
    return call.agent().kind() == Agent.Kind.HOST;
  }

  /** Fails in a kernel. */
  public static void requireHostCode(ServiceCall call, String function) {
    if (call.agent().kind() == Agent.Kind.DEVICE_THREAD) {
      throw new Fault("%s is called in a kernel; only host code has it", function);
    }
  }

  /** Fails in kernels and in functions that a stream calls. */
  public static void requireHostThread(ServiceCall call, String function) {
    requireHostCode(call, function);
    if (call.agent().kind() == Agent.Kind.STREAM) {
      throw new Fault("%s is called by a stream; call it from the host thread", function);
    }
  }

  /** Fails anywhere but on a stream. */
  public static void requireStream(ServiceCall call, String function) {
    if (call.agent().kind() != Agent.Kind.STREAM) {
      throw new Fault("%s runs on a stream only", function);
    }
  }
}
