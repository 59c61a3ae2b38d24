package org.shmemlab.scenarios.api;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.KernelLaunch.Extent;

/**
 * Lowers {@code cudaLaunchKernelExC}: a launch whose configuration is one structure with a list of
 * attributes. A cooperative launch is one; a cluster of one block, priorities and policies change
 * nothing here. Any other attribute is one that the run-time system refuses: clusters of several
 * blocks, and a kernel that starts before the one in front of it has ended.
 *
 * <p>Source: CUDA Runtime API, "Execution Control", "cudaLaunchConfig_t" and "cudaLaunchAttribute";
 * offsets are those of the shipped header.
 */
final class ExtendedLaunch {
  private static final int BLOCK = 12;
  private static final int SHARED = 24;
  private static final int STREAM = 32;
  private static final int ATTRIBUTES = 40;
  private static final int COUNT = 48;

  private static final int ATTRIBUTE_BYTES = 72;
  private static final int VALUE = 8;

  // cudaLaunchAttributeID
  private static final int COOPERATIVE = 2;
  private static final int EARLY_START = 6; // cudaLaunchAttributeProgrammaticStreamSerialization
  private static final int EVENT = 7; // cudaLaunchAttributeProgrammaticEvent
  private static final int LAST_WITHOUT_EFFECT = 10; // cudaLaunchAttributeMemSyncDomain

  // of CudaLaunches.LAUNCH
  private static final int COOPERATIVE_FLAG = 1;
  private static final int UNKNOWN_FLAG = 4;

  private final CallSite site;
  private final CodeBuilder code;
  private final Emission emit;

  ExtendedLaunch(CallSite site) {
    this.site = site;
    this.code = site.code();
    this.emit = new Emission(code);
  }

  /** Arguments: address of the configuration, kernel, addresses of its arguments. */
  int lower() {
    int configuration = site.argument(0);
    return new KernelLaunch(
            site.argument(1),
            Extent.load(code, configuration),
            Extent.load(code, at(configuration, BLOCK)),
            emit.load(ScalarType.U64, configuration, SHARED),
            emit.load(ScalarType.U64, configuration, STREAM),
            site.argument(2))
        .emit(code, flags(configuration));
  }

  private int flags(int configuration) {
    int attributes = emit.load(ScalarType.U64, configuration, ATTRIBUTES);
    int flags = code.register();
    code.emit(new Instruction.Const(flags, 0));
    emit.each(
        emit.load(ScalarType.U32, configuration, COUNT),
        index -> {
          int offset =
              emit.binary(BinaryOp.MUL, ScalarType.U64, index, emit.constant(ATTRIBUTE_BYTES));
          int attribute = emit.binary(BinaryOp.ADD, ScalarType.U64, attributes, offset);
          int id = emit.load(ScalarType.U32, attribute, 0);
          emit.when(is(id, COOPERATIVE), () -> set(flags, COOPERATIVE_FLAG, word(attribute, 0)));
          emit.when(is(id, EARLY_START), () -> set(flags, UNKNOWN_FLAG, word(attribute, 0)));
          emit.when(is(id, EVENT), () -> set(flags, UNKNOWN_FLAG, id));
          int isNewer =
              emit.binary(BinaryOp.GT, ScalarType.U32, id, emit.constant(LAST_WITHOUT_EFFECT));
          emit.when(isNewer, () -> set(flags, UNKNOWN_FLAG, id));
        });
    return flags;
  }

  private int word(int attribute, int index) {
    return emit.load(ScalarType.U32, attribute, VALUE + Integer.BYTES * index);
  }

  private int at(int address, int offset) {
    return emit.binary(BinaryOp.ADD, ScalarType.U64, address, emit.constant(offset));
  }

  private int is(int id, int known) {
    return emit.binary(BinaryOp.EQ, ScalarType.U32, id, emit.constant(known));
  }

  /** Sets a flag where a value is not 0. */
  private void set(int flags, int flag, int where) {
    emit.when(
        where,
        () ->
            code.emit(
                new Instruction.Binary(
                    BinaryOp.OR, ScalarType.U32, flags, flags, emit.constant(flag))));
  }
}
