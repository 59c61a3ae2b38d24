package org.shmemlab.model.repair;

import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;

/** Names of calls, as a program writes them. */
public final class CallNames {
  private CallNames() {}

  /** Whose calls a program makes. */
  public static Family family(Program program) {
    return program.symmetricHeap() == HeapSide.HOST ? Family.OPENSHMEM : Family.NVSHMEM;
  }

  /** The prefix of names of this library. */
  static String prefix(Family family) {
    return family == Family.OPENSHMEM ? "shmem_" : "nvshmem_";
  }

  /** How typed names spell a type of this width: {@code int}, {@code long}, {@code uint64}. */
  static String type(ScalarType type) {
    return switch (type) {
      case I8 -> "int8";
      case U8 -> "uint8";
      case I16 -> "short";
      case U16 -> "uint16";
      case I32 -> "int";
      case U32 -> "uint32";
      case I64 -> "long";
      case U64 -> "uint64";
      case F16 -> "half";
      case F32 -> "float";
      case F64 -> "double";
    };
  }
}
