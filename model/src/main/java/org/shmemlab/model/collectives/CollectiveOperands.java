package org.shmemlab.model.collectives;

import com.google.common.math.LongMath;
import com.google.common.primitives.ImmutableLongArray;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;

/**
 * Derives the memory that one member's call of a collective that moves data reads and writes at
 * that member.
 *
 * <p>Positions and sizes follow the NVSHMEM API, "Collective communication"; those of MPI the MPI
 * standard 4.1, chapter 6.
 *
 * @param call the call
 * @param arguments its values, in the order of {@link MeetingKind}
 * @param size number of members
 * @param me this member's index in the team
 */
public record CollectiveOperands(
    Instruction.Arrive call, ImmutableLongArray arguments, int size, int me) {
  static final int DESTINATION = 1;
  static final int SOURCE = 2;
  static final int LENGTH = 3;
  static final int ROOT = 4;

  /** Whether collectives of this kind have a source and a destination. */
  public static boolean movesData(MeetingKind kind) {
    return switch (kind) {
      case BROADCAST,
          FCOLLECT,
          COLLECT,
          ALLTOALL,
          ALLTOALLS,
          REDUCE,
          REDUCE_SCATTER,
          SCAN,
          REDUCE_TO_ROOT,
          GATHER,
          SCATTER ->
          true;
      default -> false;
    };
  }

  /** Bytes of an element of the call. */
  static int element(Instruction.Arrive call) {
    Element element = call.element();
    if (element == null) {
      throw new IllegalStateException(call.kind() + " names its element");
    }
    return element.bytes();
  }

  public long destination() {
    return arguments.get(DESTINATION);
  }

  public long source() {
    return arguments.get(SOURCE);
  }

  /** Whether this member's source is read. */
  public boolean reads() {
    return switch (call.kind()) {
      case BROADCAST, SCATTER -> arguments.get(ROOT) == me;
      default -> true;
    };
  }

  /** Whether this member's destination is written. */
  public boolean writes() {
    return switch (call.kind()) {
      case BROADCAST -> arguments.get(ROOT) != me || arguments.get(ROOT + 1) != 0;
      case REDUCE_TO_ROOT, GATHER -> arguments.get(ROOT) == me;
      default -> true;
    };
  }

  /**
   * Refuses sizes and strides that no memory has.
   *
   * @throws Fault that says which
   */
  void checkSizes() {
    boolean strided = call.kind() == MeetingKind.ALLTOALLS;
    long length = arguments.get(strided ? LENGTH + 2 : LENGTH);
    if (length < 0) {
      throw new Fault("%s of %s elements", call.kind().text(), length);
    }
    if (strided && (arguments.get(LENGTH) < 1 || arguments.get(LENGTH + 1) < 1)) {
      throw new Fault(
          "alltoalls with strides of %s and %s elements: each is 1 or more",
          arguments.get(LENGTH), arguments.get(LENGTH + 1));
    }
  }

  /** Bytes that this member's destination must have; of collect, those of its own block. */
  public int destinationBytes() {
    long length = arguments.get(LENGTH);
    return bytes(
        switch (call.kind()) {
          case FCOLLECT, GATHER, ALLTOALL -> times(length, size);
          case ALLTOALLS -> strided(length);
          case REDUCE, REDUCE_TO_ROOT, REDUCE_SCATTER, SCAN -> times(length, element(call));
          default -> length;
        });
  }

  /** Bytes that this member's source must have. */
  public int sourceBytes() {
    long length = arguments.get(LENGTH);
    return bytes(
        switch (call.kind()) {
          case SCATTER, ALLTOALL -> times(length, size);
          case ALLTOALLS -> strided(arguments.get(LENGTH + 1));
          case REDUCE, REDUCE_TO_ROOT, SCAN -> times(length, element(call));
          case REDUCE_SCATTER -> times(times(length, size), element(call));
          default -> length;
        });
  }

  /**
   * Whether the source and the destination share bytes although they must not: those of reductions
   * may be the same (OpenSHMEM 1.6, "Invoking OpenSHMEM Operations"), and of NVSHMEM those of any
   * collective, or a member's own block of the destination.
   */
  boolean overlap() {
    long from = source();
    long to = destination();
    boolean apart =
        Address.start(from) != Address.start(to)
            || from + sourceBytes() <= to
            || to + destinationBytes() <= from;
    boolean nvshmem = call.family() == Instruction.Family.NVSHMEM;
    boolean inPlace =
        from == to
            ? nvshmem || call.operator() != null
            : nvshmem && from - to == (long) me * sourceBytes();
    return sourceBytes() > 0 && destinationBytes() > 0 && !apart && !inPlace;
  }

  private long strided(long stride) {
    long elements = times(arguments.get(LENGTH + 2), size);
    return elements == 0
        ? 0
        : times(LongMath.saturatedAdd(times(elements - 1, stride), 1), element(call));
  }

  // A product that no long holds is too large for any memory, and stays it.
  private static long times(long a, long b) {
    return LongMath.saturatedMultiply(a, b);
  }

  private int bytes(long bytes) {
    if (bytes > Integer.MAX_VALUE) {
      throw new Fault("%s over more than 2 GiB", call.kind().text());
    }
    return (int) bytes;
  }
}
