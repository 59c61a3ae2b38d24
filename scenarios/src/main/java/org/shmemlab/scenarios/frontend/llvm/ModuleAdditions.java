package org.shmemlab.scenarios.frontend.llvm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Adds functions and stores to a module before it is read. */
final class ModuleAdditions {
  /** The beginning of the names of functions that stand for a value before the first write. */
  static final String UNSET = "shmemlab.unset.";

  private final Llvm llvm;
  private final MethodHandle addFunction;
  private final MethodHandle namedFunction;
  private final MethodHandle functionType;
  private final MethodHandle appendBlock;
  private final MethodHandle createBuilder;
  private final MethodHandle disposeBuilder;
  private final MethodHandle positionAtEnd;
  private final MethodHandle positionBefore;
  private final MethodHandle buildCall;
  private final MethodHandle buildStore;
  private final MethodHandle buildReturn;
  private final MethodHandle buildReturnVoid;

  ModuleAdditions(Llvm llvm) {
    this.llvm = llvm;
    this.addFunction = llvm.handle("LLVMAddFunction", 3);
    this.namedFunction = llvm.handle("LLVMGetNamedFunction", 2);
    this.functionType = llvm.handle("LLVMFunctionType", 4);
    this.appendBlock = llvm.handle("LLVMAppendBasicBlockInContext", 3);
    this.createBuilder = llvm.handle("LLVMCreateBuilderInContext", 1);
    this.disposeBuilder = llvm.handle("LLVMDisposeBuilder", 1);
    this.positionAtEnd = llvm.handle("LLVMPositionBuilderAtEnd", 2);
    this.positionBefore = llvm.handle("LLVMPositionBuilderBefore", 2);
    this.buildCall = llvm.handle("LLVMBuildCall2", 6);
    this.buildStore = llvm.handle("LLVMBuildStore", 3);
    this.buildReturn = llvm.handle("LLVMBuildRet", 2);
    this.buildReturnVoid = llvm.handle("LLVMBuildRetVoid", 1);
  }

  /** Adds a function that calls another with its own arguments and returns its result. */
  long forwarder(long context, long module, long function) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment empty = arena.allocateFrom("");
      MemorySegment name = arena.allocateFrom(llvm.name(function));
      long type = llvm.functionType.of(function);
      long added = (long) addFunction.invokeExact(module, name.address(), type);
      long block = (long) appendBlock.invokeExact(context, added, empty.address());
      long builder = (long) createBuilder.invokeExact(context);
      long _ = (long) positionAtEnd.invokeExact(builder, block);
      int count = llvm.parameters.of(added);
      MemorySegment arguments = arena.allocate(JAVA_LONG, Math.max(1, count));
      for (int i = 0; i < count; i++) {
        arguments.setAtIndex(JAVA_LONG, i, llvm.parameter.of(added, i));
      }
      long call =
          (long)
              buildCall.invokeExact(
                  builder, type, function, arguments.address(), (long) count, empty.address());
      boolean isVoid = llvm.typeKind.of(llvm.returnType.of(type)) == TypeKind.VOID;
      long returned =
          isVoid
              ? (long) buildReturnVoid.invokeExact(builder)
              : (long) buildReturn.invokeExact(builder, call);
      long _ = (long) disposeBuilder.invokeExact(builder);
      return checked(returned, added);
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  /** Stores to each variable of a function, where its life begins, that it holds no value. */
  void leaveUnset(long context, long module, long function) {
    long entry = llvm.firstBlock.of(function);
    if (entry == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      long builder = (long) createBuilder.invokeExact(context);
      for (long i = llvm.firstInstruction.of(entry); i != 0; i = llvm.nextInstruction.of(i)) {
        if (llvm.opcode.of(i) == Opcode.ALLOCA && isScalar(llvm.allocatedType.of(i))) {
          long source = unset(module, llvm.allocatedType.of(i), arena);
          boolean marked = false;
          for (long use = llvm.firstUse.of(i); use != 0; use = llvm.nextUse.of(use)) {
            long user = llvm.userOf.of(use);
            if (llvm.isCall(user)
                && llvm.name(llvm.calledValue.of(user)).startsWith("llvm.lifetime.start")) {
              store(builder, source, i, llvm.nextInstruction.of(user), arena);
              marked = true;
            }
          }
          if (!marked) {
            store(builder, source, i, llvm.nextInstruction.of(i), arena);
          }
        }
      }
      long _ = (long) disposeBuilder.invokeExact(builder);
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  private boolean isScalar(long type) {
    return switch (llvm.typeKind.of(type)) {
      case TypeKind.INTEGER, TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.POINTER, TypeKind.HALF ->
          true;
      default -> false;
    };
  }

  /** The function that stands for a value of a type before the first write. */
  private long unset(long module, long type, Arena arena) throws Throwable {
    int kind = llvm.typeKind.of(type);
    String width = kind == TypeKind.INTEGER ? "." + llvm.integerWidth.of(type) : "";
    MemorySegment name = arena.allocateFrom(UNSET + kind + width);
    long known = (long) namedFunction.invokeExact(module, name.address());
    if (known != 0) {
      return known;
    }
    long shape = (long) functionType.invokeExact(type, 0L, 0L, 0L);
    return (long) addFunction.invokeExact(module, name.address(), shape);
  }

  private void store(long builder, long source, long variable, long before, Arena arena)
      throws Throwable {
    long _ = (long) positionBefore.invokeExact(builder, before);
    long empty = arena.allocateFrom("").address();
    long value =
        (long) buildCall.invokeExact(builder, llvm.functionType.of(source), source, 0L, 0L, empty);
    checked((long) buildStore.invokeExact(builder, value, variable), value);
  }

  private static long checked(long made, long result) {
    if (made == 0) {
      throw new IllegalStateException("LLVM adds nothing");
    }
    return result;
  }
}
