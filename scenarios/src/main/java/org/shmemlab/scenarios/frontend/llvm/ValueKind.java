package org.shmemlab.scenarios.frontend.llvm;

/** Names the numbers of {@code LLVMValueKind} of llvm-c/Core.h. */
public final class ValueKind {
  public static final int ARGUMENT = 0;
  public static final int FUNCTION = 5;
  public static final int GLOBAL_ALIAS = 6;
  public static final int GLOBAL_VARIABLE = 8;
  public static final int BLOCK_ADDRESS = 9;
  public static final int CONSTANT_EXPRESSION = 10;
  public static final int CONSTANT_ARRAY = 11;
  public static final int CONSTANT_STRUCT = 12;
  public static final int CONSTANT_VECTOR = 13;
  public static final int UNDEF = 14;
  public static final int ZERO = 15;
  public static final int DATA_ARRAY = 16;
  public static final int DATA_VECTOR = 17;
  public static final int CONSTANT_INTEGER = 18;
  public static final int CONSTANT_REAL = 19;
  public static final int NULL_POINTER = 20;
  public static final int METADATA = 22;
  public static final int INLINE_ASSEMBLY = 23;
  public static final int INSTRUCTION = 24;
  public static final int POISON = 25;

  private ValueKind() {}
}
