package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.frontend.llvm.TypeKind;

/** Reads the types of one module: the scalars that they are made of, and their sizes. */
final class Types {
  /** Most scalars that a value may have outside memory. */
  private static final int MOST_LEAVES = 4096;

  private final Llvm llvm;
  private final long layout;
  private final Map<Long, ImmutableList<Leaf>> known = new HashMap<>();

  Types(LlvmModule module) {
    this.llvm = module.llvm();
    this.layout = module.layout();
  }

  /** Bytes of a type in an array, padding included. */
  long size(long type) {
    return llvm.typeBytes.of(layout, type);
  }

  /** The scalars of a type in order of their place; none of void. */
  ImmutableList<Leaf> leaves(long type) {
    ImmutableList<Leaf> leaves = known.get(type);
    if (leaves == null) {
      ImmutableList.Builder<Leaf> builder = ImmutableList.builder();
      collect(type, 0, builder);
      leaves = builder.build();
      known.put(type, leaves);
    }
    return leaves;
  }

  private void collect(long type, long offset, ImmutableList.Builder<Leaf> out) {
    switch (llvm.typeKind.of(type)) {
      case TypeKind.VOID, TypeKind.TOKEN, TypeKind.METADATA, TypeKind.LABEL -> {}
      case TypeKind.HALF -> out.add(Leaf.of(ScalarType.F16, offset));
      case TypeKind.BFLOAT -> out.add(Leaf.of(ScalarType.U16, offset));
      case TypeKind.FLOAT -> out.add(Leaf.of(ScalarType.F32, offset));
      case TypeKind.DOUBLE, TypeKind.X86_FP80, TypeKind.FP128, TypeKind.PPC_FP128 ->
          out.add(Leaf.of(ScalarType.F64, offset));
      case TypeKind.POINTER -> out.add(Leaf.of(ScalarType.U64, offset));
      case TypeKind.INTEGER -> {
        int bits = llvm.integerWidth.of(type);
        if (bits > 128) {
          throw new NotSupported("integers of " + bits + " bits");
        }
        out.add(Leaf.integer(Math.min(bits, 64), offset));
        if (bits > 64) {
          out.add(Leaf.integer(bits - 64, offset + 8));
        }
      }
      case TypeKind.STRUCT -> {
        int count = llvm.fields.of(type);
        for (int i = 0; i < count; i++) {
          collect(llvm.fieldType.of(type, i), offset + fieldOffset(type, i), out);
        }
      }
      case TypeKind.ARRAY -> {
        long element = llvm.elementType.of(type);
        long count = llvm.arrayLength.of(type);
        repeat(element, count, size(element), offset, out);
      }
      case TypeKind.VECTOR -> {
        long element = llvm.elementType.of(type);
        repeat(element, llvm.vectorSize.of(type), size(element), offset, out);
      }
      default -> throw new NotSupported("a value of type " + llvm.typeKind.of(type));
    }
  }

  private void repeat(
      long element, long count, long stride, long offset, ImmutableList.Builder<Leaf> out) {
    ImmutableList<Leaf> each = leaves(element);
    if (count * each.size() > MOST_LEAVES) {
      throw new NotSupported("a value of " + count + " elements outside memory");
    }
    for (long i = 0; i < count; i++) {
      for (Leaf leaf : each) {
        out.add(leaf.at(offset + i * stride));
      }
    }
  }

  /** Bytes from the start of a structure to a field. */
  long fieldOffset(long type, int field) {
    return llvm.fieldOffset.of(layout, type, field);
  }

  /** The type of an element of a structure, array or vector. */
  long elementType(long type, int index) {
    return llvm.typeKind.of(type) == TypeKind.STRUCT
        ? llvm.fieldType.of(type, index)
        : llvm.elementType.of(type);
  }

  /** Bytes from the start of an aggregate to an element. */
  long elementOffset(long type, long index) {
    return llvm.typeKind.of(type) == TypeKind.STRUCT
        ? fieldOffset(type, (int) index)
        : index * size(llvm.elementType.of(type));
  }

  /** The number of scalars before an element of an aggregate. */
  int leavesBefore(long type, int index) {
    if (llvm.typeKind.of(type) != TypeKind.STRUCT) {
      return index * leaves(llvm.elementType.of(type)).size();
    }
    int before = 0;
    for (int i = 0; i < index; i++) {
      before += leaves(llvm.fieldType.of(type, i)).size();
    }
    return before;
  }

  boolean isWide(long type) {
    return llvm.typeKind.of(type) == TypeKind.INTEGER && llvm.integerWidth.of(type) > 64;
  }

  boolean isVector(long type) {
    return llvm.typeKind.of(type) == TypeKind.VECTOR;
  }

  boolean isExtendedFloat(long type) {
    int kind = llvm.typeKind.of(type);
    return kind == TypeKind.X86_FP80 || kind == TypeKind.FP128 || kind == TypeKind.PPC_FP128;
  }

  // ---------------------------------------------------------------- functions

  /** Whether callers hand over an address for the result of a function of this type. */
  boolean givesByAddress(long functionType) {
    return leaves(llvm.returnType.of(functionType)).size() > 1;
  }

  /** Whether callers hand over the address of further arguments. */
  boolean takesMore(long functionType) {
    return llvm.isVariadic.of(functionType) != 0 && llvm.parameterTypes.of(functionType) > 0;
  }
}
