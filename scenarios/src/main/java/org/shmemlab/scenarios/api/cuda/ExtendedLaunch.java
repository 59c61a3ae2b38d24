package org.shmemlab.scenarios.api.cuda;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.cuda.KernelLaunch.Extent;
import org.shmemlab.scenarios.api.lowering.Emission;

/**
 * Lowers {@code cudaLaunchKernelExC} and {@code nvshmemx_collective_launch_attr}: a launch whose
 * configuration is one structure with a list of attributes. A cooperative launch is one; a cluster
 * of one block, priorities and policies change nothing here. Any other attribute is one that the
 * run-time system refuses: clusters of several blocks, and a kernel that starts before the one in
 * front of it has ended.
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
  private static final int COLLECTIVE_FLAG = 2;
  private static final int UNKNOWN_FLAG = 4;

  private final int configuration;
  private final int kernel;
  private final int arguments;
  private final CodeBuilder code;
  private final Emission emit;

  /**
   * A launch, of which all parts are registers.
   *
   * @param configuration address of the configuration
   * @param arguments address of the addresses of the kernel's arguments
   */
  ExtendedLaunch(int configuration, int kernel, int arguments, CodeBuilder code) {
    this.configuration = configuration;
    this.kernel = kernel;
    this.arguments = arguments;
    this.code = code;
    this.emit = new Emission(code);
  }

  /** CUDA's launch. */
  int lower() {
    return launch(Extent.load(code, configuration), block()).emit(code, flags());
  }

  /**
   * NVSHMEM's launch, which adds what makes it collective to the attributes of the program (NVSHMEM
   * 3.8, nvshmemx_collective_launch_apis.h).
   */
  int collective() {
    Extent grid =
        LaunchCalls.chosenGrid(code, Extent.load(code, configuration), block(), kernel, shared());
    int flags = flags();
    set(flags, COLLECTIVE_FLAG, emit.constant(1));
    return launch(grid, block()).emit(code, flags);
  }

  private KernelLaunch launch(Extent grid, Extent block) {
    int stream = emit.load(ScalarType.U64, configuration, STREAM);
    return new KernelLaunch(kernel, grid, block, shared(), stream, arguments);
  }

  private Extent block() {
    return Extent.load(code, at(configuration, BLOCK));
  }

  private int shared() {
    return emit.load(ScalarType.U64, configuration, SHARED);
  }

  private int flags() {
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
