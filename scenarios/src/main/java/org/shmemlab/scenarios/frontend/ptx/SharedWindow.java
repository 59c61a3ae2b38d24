package org.shmemlab.scenarios.frontend.ptx;

import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;

/**
 * Addresses of the shared state space, which have 32 bits (PTX ISA, "State Spaces", "cvta"): 14 for
 * the variable and 18 for the byte in it, as a block has at most 227 KB. The header for CUDA has
 * the same in C for {@code __cvta_generic_to_shared} and {@code __cvta_shared_to_generic}.
 */
public final class SharedWindow {
  /** The number that LLVM has for the shared state space (NVPTX Usage Guide, "Address Spaces"). */
  public static final int LLVM_SPACE = 3;

  private static final int OFFSET = 18;
  private static final long OFFSETS = (1 << OFFSET) - 1;
  private static final long VARIABLES = (1 << (32 - OFFSET)) - 1;

  private SharedWindow() {}

  /** The generic address of one in the window; a generic one stays as it is. */
  public static int to(FunctionCode f, int address) {
    int upper = op(f, BinaryOp.SHR, address, 32);
    int variable = op(f, BinaryOp.AND, op(f, BinaryOp.SHR, address, OFFSET), VARIABLES);
    int object = op(f, BinaryOp.OR, op(f, BinaryOp.SHL, variable, Address.OFFSET_BITS), base());
    int generic =
        f.binary(BinaryOp.OR, ScalarType.U64, object, op(f, BinaryOp.AND, address, OFFSETS));
    int signs = f.binary(BinaryOp.EQ, ScalarType.U64, upper, f.code().constant(0xFFFF_FFFFL));
    int isGeneric = f.choose(signs, f.code().constant(0), upper);
    return f.choose(isGeneric, address, generic);
  }

  /** The address in the window of a generic one. */
  public static int from(FunctionCode f, int address) {
    int index = op(f, BinaryOp.SHR, address, Address.OFFSET_BITS);
    int variable = op(f, BinaryOp.AND, index, VARIABLES);
    int upper = op(f, BinaryOp.SHL, variable, OFFSET);
    return f.binary(BinaryOp.OR, ScalarType.U64, upper, op(f, BinaryOp.AND, address, OFFSETS));
  }

  /** The address in the window of a generic one that is known. */
  public static long from(long address) {
    return (address >>> Address.OFFSET_BITS & VARIABLES) << OFFSET | (address & OFFSETS);
  }

  private static long base() {
    return Address.of(Space.SHARED, 0, 0);
  }

  private static int op(FunctionCode f, BinaryOp op, int register, long number) {
    return f.binary(op, ScalarType.U64, register, f.code().constant(number));
  }
}
