package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import java.math.BigInteger;
import java.util.function.LongUnaryOperator;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.ObjectSize;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.Opcode;
import org.shmemlab.scenarios.frontend.llvm.TypeKind;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;
import org.shmemlab.scenarios.frontend.ptx.SharedWindow;

/**
 * Evaluates the constants of a module: the values of all of them are known before the program runs.
 */
final class Constants {
  private final Llvm llvm;
  private final Types types;
  private final LongUnaryOperator addresses;

  /**
   * @param addresses gives the address of a variable or function
   */
  Constants(Llvm llvm, Types types, LongUnaryOperator addresses) {
    this.llvm = llvm;
    this.types = types;
    this.addresses = addresses;
  }

  static boolean isConstant(int valueKind) {
    return valueKind != ValueKind.ARGUMENT && valueKind != ValueKind.INSTRUCTION;
  }

  /** The register form of each scalar of a constant. */
  long[] leaves(long constant) {
    ImmutableList<Leaf> shape = types.leaves(llvm.typeOf.of(constant));
    long[] bits = new long[shape.size()];
    fill(constant, shape, bits, 0);
    return bits;
  }

  private int fill(long constant, ImmutableList<Leaf> shape, long[] bits, int at) {
    return switch (llvm.valueKind.of(constant)) {
      case ValueKind.UNDEF, ValueKind.POISON, ValueKind.ZERO, ValueKind.NULL_POINTER ->
          at + types.leaves(llvm.typeOf.of(constant)).size();
      case ValueKind.CONSTANT_ARRAY,
          ValueKind.CONSTANT_STRUCT,
          ValueKind.CONSTANT_VECTOR,
          ValueKind.DATA_ARRAY,
          ValueKind.DATA_VECTOR -> {
        int next = at;
        int count = elements(llvm.typeOf.of(constant));
        for (int i = 0; i < count; i++) {
          next = fill(llvm.aggregateElement.of(constant, i), shape, bits, next);
        }
        yield next;
      }
      case ValueKind.CONSTANT_INTEGER -> {
        long type = llvm.typeOf.of(constant);
        if (types.isWide(type)) {
          BigInteger value = wide(constant);
          bits[at] = value.longValue();
          bits[at + 1] = shape.get(at + 1).canonical(value.shiftRight(64).longValue());
          yield at + 2;
        }
        bits[at] = shape.get(at).canonical(llvm.signedValue.of(constant));
        yield at + 1;
      }
      case ValueKind.CONSTANT_REAL -> {
        double value = llvm.realValue(constant);
        bits[at] =
            switch (shape.get(at).scalar()) {
              case F16 -> Float.floatToFloat16((float) value) & 0xFFFF;
              case U16 -> (Float.floatToRawIntBits((float) value) >>> 16) & 0xFFFF;
              case F32 -> Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
              default -> Double.doubleToRawLongBits(value);
            };
        yield at + 1;
      }
      default -> {
        bits[at] = address(constant);
        yield at + 1;
      }
    };
  }

  private BigInteger wide(long constant) {
    String text = llvm.print(constant); // i128 123
    return new BigInteger(text.substring(text.indexOf(' ') + 1));
  }

  private int elements(long type) {
    return switch (llvm.typeKind.of(type)) {
      case TypeKind.STRUCT -> llvm.fields.of(type);
      case TypeKind.ARRAY -> ObjectSize.of(llvm.arrayLength.of(type));
      default -> llvm.vectorSize.of(type);
    };
  }

  /** The value of a constant of one scalar. */
  long scalar(long constant) {
    return leaves(constant)[0];
  }

  /** A constant that is an address, or computed from one. */
  private long address(long constant) {
    return switch (llvm.valueKind.of(constant)) {
      case ValueKind.FUNCTION, ValueKind.GLOBAL_VARIABLE -> addresses.applyAsLong(constant);
      case ValueKind.GLOBAL_ALIAS -> scalar(llvm.aliasee.of(constant));
      case ValueKind.CONSTANT_EXPRESSION -> expression(constant);
      default -> throw new NotSupported("this constant: " + llvm.print(constant));
    };
  }

  private long expression(long constant) {
    Leaf leaf = types.leaves(llvm.typeOf.of(constant)).get(0);
    return switch (llvm.constantOpcode.of(constant)) {
      case Opcode.GEP -> element(constant);
      case Opcode.PTR_TO_INT ->
          leaf.canonical(
              llvm.addressSpace.of(llvm.typeOf.of(llvm.operand.of(constant, 0)))
                      == SharedWindow.LLVM_SPACE
                  ? SharedWindow.from(operand(constant, 0))
                  : operand(constant, 0));
      case Opcode.INT_TO_PTR, Opcode.BITCAST, Opcode.ADDRESS_SPACE_CAST, Opcode.TRUNC ->
          leaf.canonical(operand(constant, 0));
      case Opcode.ADD -> leaf.canonical(operand(constant, 0) + operand(constant, 1));
      case Opcode.SUB -> leaf.canonical(operand(constant, 0) - operand(constant, 1));
      case Opcode.XOR -> operand(constant, 0) ^ operand(constant, 1);
      default -> throw new NotSupported("this constant: " + llvm.print(constant));
    };
  }

  private long operand(long constant, int index) {
    return scalar(llvm.operand.of(constant, index));
  }

  private long element(long constant) {
    long type = llvm.gepSourceType.of(constant);
    long address = operand(constant, 0) + operand(constant, 1) * types.size(type);
    for (int i = 2; i < llvm.operands.of(constant); i++) {
      long index = operand(constant, i);
      address += types.elementOffset(type, index);
      type = types.elementType(type, (int) index);
    }
    return address;
  }

  // ---------------------------------------------------------------- images

  /** Writes a constant into the first bytes of a variable. */
  void write(long constant, byte[] image, int at) {
    long type = llvm.typeOf.of(constant);
    switch (llvm.valueKind.of(constant)) {
      case ValueKind.UNDEF, ValueKind.POISON, ValueKind.ZERO, ValueKind.NULL_POINTER -> {}
      case ValueKind.CONSTANT_ARRAY, ValueKind.CONSTANT_STRUCT, ValueKind.CONSTANT_VECTOR -> {
        int count = elements(type);
        for (int i = 0; i < count; i++) {
          int offset = ObjectSize.of(types.elementOffset(type, i));
          write(llvm.aggregateElement.of(constant, i), image, at + offset);
        }
      }
      case ValueKind.DATA_ARRAY, ValueKind.DATA_VECTOR -> {
        long element = llvm.elementType.of(type);
        boolean text =
            llvm.typeKind.of(element) == TypeKind.INTEGER && llvm.integerWidth.of(element) == 8;
        if (text && llvm.valueKind.of(constant) == ValueKind.DATA_ARRAY) {
          byte[] bytes = llvm.bytes(constant);
          System.arraycopy(bytes, 0, image, at, bytes.length);
          return;
        }
        int size = ObjectSize.of(types.size(element));
        int count = elements(type);
        for (int i = 0; i < count; i++) {
          write(llvm.aggregateElement.of(constant, i), image, at + i * size);
        }
      }
      default -> scalars(constant, type, image, at);
    }
  }

  private void scalars(long constant, long type, byte[] image, int at) {
    ImmutableList<Leaf> shape = types.leaves(type);
    long[] bits = leaves(constant);
    for (int i = 0; i < bits.length; i++) {
      Leaf leaf = shape.get(i);
      int bytes = leaf.scalar() == ScalarType.F64 ? 8 : (leaf.bits() + 7) / 8;
      for (int b = 0; b < bytes; b++) {
        image[at + (int) leaf.offset() + b] = (byte) (bits[i] >>> (8 * b));
      }
    }
  }
}
