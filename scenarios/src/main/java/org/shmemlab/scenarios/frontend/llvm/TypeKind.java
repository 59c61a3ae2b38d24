package org.shmemlab.scenarios.frontend.llvm;

/** Names the numbers of {@code LLVMTypeKind} of llvm-c/Core.h. */
public final class TypeKind {
  public static final int VOID = 0;
  public static final int HALF = 1;
  public static final int FLOAT = 2;
  public static final int DOUBLE = 3;
  public static final int X86_FP80 = 4;
  public static final int FP128 = 5;
  public static final int PPC_FP128 = 6;
  public static final int LABEL = 7;
  public static final int INTEGER = 8;
  public static final int FUNCTION = 9;
  public static final int STRUCT = 10;
  public static final int ARRAY = 11;
  public static final int POINTER = 12;
  public static final int VECTOR = 13;
  public static final int METADATA = 14;
  public static final int TOKEN = 16;
  public static final int BFLOAT = 18;

  private TypeKind() {}
}
