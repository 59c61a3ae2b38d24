package org.shmemlab.scenarios.api.cuda;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.runtime.cuda.CudaDevices;
import org.shmemlab.scenarios.runtime.cuda.CudaErrors;

/** Makes the status of a call of the CUDA Runtime: a {@code cudaError_t}. */
final class CudaStatus {
  static final int SUCCESS = 0;

  private CudaStatus() {}

  /** Whether the answer to {@link CudaDevices#DEVICE_ATTRIBUTE} says that there is none. */
  static int isUnknown(Emission emit, int attribute) {
    return emit.binary(BinaryOp.EQ, ScalarType.I32, attribute, emit.constant(-1));
  }

  /** The last error where a service failed; else the answer is passed on, and success. */
  static int unlessFailed(CallSite site, int failed, Runnable answer) {
    Emission emit = new Emission(site.code());
    return emit.choose(
        failed,
        () -> emit.ask(CudaErrors.PEEK_LAST_ERROR),
        () -> {
          answer.run();
          return site.code().constant(SUCCESS);
        });
  }
}
