package org.shmemlab.scenarios.frontend.llvm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The functions of LLVM's C interface (llvm-c/Core.h, DebugInfo.h, Target.h of LLVM 20) that
 * reading a module takes. A pointer of C is a {@code long}; 0 is the null pointer.
 */
@SuppressWarnings("restricted") // this class exists to call C
public final class Llvm {
  private static final long AVAILABLE_EXTERNALLY = 1; // LLVMAvailableExternallyLinkage

  private static final Linker LINKER = Linker.nativeLinker();

  private final SymbolLookup library;
  private final ModuleAdditions additions;

  public final LlvmFunction.Link firstFunction;
  public final LlvmFunction.Link nextFunction;
  public final LlvmFunction.Link firstGlobal;
  public final LlvmFunction.Link nextGlobal;
  public final LlvmFunction.Link firstBlock;
  public final LlvmFunction.Link nextBlock;
  public final LlvmFunction.Link firstInstruction;
  public final LlvmFunction.Link nextInstruction;
  public final LlvmFunction.Link typeOf;
  public final LlvmFunction.Link functionType;
  public final LlvmFunction.Link calledType;
  public final LlvmFunction.Link calledValue;
  public final LlvmFunction.Link returnType;
  public final LlvmFunction.Link elementType;
  public final LlvmFunction.Link allocatedType;
  public final LlvmFunction.Link gepSourceType;
  public final LlvmFunction.Link initializer;
  public final LlvmFunction.Link aliasee;
  public final LlvmFunction.Link valueAsBlock;
  public final LlvmFunction.Link switchDefault;
  public final LlvmFunction.Link normalDestination;
  public final LlvmFunction.Link terminator;
  public final LlvmFunction.Link userOf;
  public final LlvmFunction.Link nextUse;
  public final LlvmFunction.Link firstUse;
  public final LlvmFunction.Link parameterOwner;
  public final LlvmFunction.Link debugLocation;
  public final LlvmFunction.Link inlinedAt;
  public final LlvmFunction.Link locationScope;
  public final LlvmFunction.Link scopeFile;
  public final LlvmFunction.Link subprogram;
  public final LlvmFunction.Link dataLayout;
  public final LlvmFunction.Link bitcodeModule;
  public final LlvmFunction.Link signedValue;
  public final LlvmFunction.Count valueKind;
  public final LlvmFunction.Count typeKind;
  public final LlvmFunction.Count integerWidth;
  public final LlvmFunction.Count isDeclaration;
  public final LlvmFunction.Count linkage;
  public final LlvmFunction.Count isConstantGlobal;
  public final LlvmFunction.Count threadLocal;
  public final LlvmFunction.Count unnamedAddress;
  public final LlvmFunction.Count addressSpace;
  public final LlvmFunction.Count callConvention;
  public final LlvmFunction.Count parameters;
  public final LlvmFunction.Count parameterTypes;
  public final LlvmFunction.Count isVariadic;
  public final LlvmFunction.Count fields;
  public final LlvmFunction.Count vectorSize;
  public final LlvmFunction.Count opcode;
  public final LlvmFunction.Count constantOpcode;
  public final LlvmFunction.Count operands;
  public final LlvmFunction.Count arguments;
  public final LlvmFunction.Count incoming;
  public final LlvmFunction.Count integerPredicate;
  public final LlvmFunction.Count realPredicate;
  public final LlvmFunction.Count isVolatile;
  public final LlvmFunction.Count ordering;
  public final LlvmFunction.Count rmwOperation;
  public final LlvmFunction.Count exchangeOrdering;
  public final LlvmFunction.Count failingOrdering;
  public final LlvmFunction.Count isOfOneThread;
  public final LlvmFunction.Count isConditional;
  public final LlvmFunction.Count successors;
  public final LlvmFunction.Count clauses;
  private final LlvmFunction.Count indexCount;
  private final LlvmFunction.Link indexStart;
  public final LlvmFunction.Count maskSize;
  public final LlvmFunction.Count line;
  public final LlvmFunction.Count column;
  public final LlvmFunction.Count subprogramLine;
  public final LlvmFunction.Count pointerBytes;
  public final LlvmFunction.Element parameter;
  public final LlvmFunction.Element fieldType;
  public final LlvmFunction.Element operand;
  public final LlvmFunction.Element incomingValue;
  public final LlvmFunction.Element incomingBlock;
  public final LlvmFunction.Element successor;
  public final LlvmFunction.Element clause;
  public final LlvmFunction.Element aggregateElement;
  public final LlvmFunction.ElementNumber maskValue;
  public final LlvmFunction.Pair typeBytes;
  public final LlvmFunction.Link arrayLength;
  public final LlvmFunction.PairElement fieldOffset;
  public final LlvmFunction.Real real;
  public final LlvmFunction.Act disposeMessage;
  public final LlvmFunction.Act disposeContext;
  public final LlvmFunction.Attribute attribute;
  public final LlvmFunction.Attribute siteAttribute;
  private final LlvmFunction.Link section;
  private final LlvmFunction.Pair stringStart;
  private final LlvmFunction.Pair valueName;
  private final LlvmFunction.Pair fileName;
  private final LlvmFunction.Pair assemblyText;
  private final LlvmFunction.Pair constraintText;
  private final LlvmFunction.Link printValue;
  public final LlvmFunction.Link attributeType;

  private Llvm(SymbolLookup library) {
    this.library = library;
    firstFunction = link("LLVMGetFirstFunction");
    nextFunction = link("LLVMGetNextFunction");
    firstGlobal = link("LLVMGetFirstGlobal");
    nextGlobal = link("LLVMGetNextGlobal");
    firstBlock = link("LLVMGetFirstBasicBlock");
    nextBlock = link("LLVMGetNextBasicBlock");
    firstInstruction = link("LLVMGetFirstInstruction");
    nextInstruction = link("LLVMGetNextInstruction");
    typeOf = link("LLVMTypeOf");
    functionType = link("LLVMGlobalGetValueType");
    calledType = link("LLVMGetCalledFunctionType");
    calledValue = link("LLVMGetCalledValue");
    returnType = link("LLVMGetReturnType");
    elementType = link("LLVMGetElementType");
    allocatedType = link("LLVMGetAllocatedType");
    gepSourceType = link("LLVMGetGEPSourceElementType");
    initializer = link("LLVMGetInitializer");
    aliasee = link("LLVMAliasGetAliasee");
    valueAsBlock = link("LLVMValueAsBasicBlock");
    switchDefault = link("LLVMGetSwitchDefaultDest");
    normalDestination = link("LLVMGetNormalDest");
    firstUse = link("LLVMGetFirstUse");
    parameterOwner = link("LLVMGetParamParent");
    nextUse = link("LLVMGetNextUse");
    userOf = link("LLVMGetUser");
    terminator = link("LLVMGetBasicBlockTerminator");
    debugLocation = link("LLVMInstructionGetDebugLoc");
    inlinedAt = link("LLVMDILocationGetInlinedAt");
    locationScope = link("LLVMDILocationGetScope");
    scopeFile = link("LLVMDIScopeGetFile");
    subprogram = link("LLVMGetSubprogram");
    dataLayout = link("LLVMGetModuleDataLayout");
    bitcodeModule = link("LLVMGetGlobalParent");
    signedValue = link("LLVMConstIntGetSExtValue");
    valueKind = number("LLVMGetValueKind");
    typeKind = number("LLVMGetTypeKind");
    integerWidth = number("LLVMGetIntTypeWidth");
    isDeclaration = number("LLVMIsDeclaration");
    linkage = number("LLVMGetLinkage");
    isConstantGlobal = number("LLVMIsGlobalConstant");
    threadLocal = number("LLVMIsThreadLocal");
    unnamedAddress = number("LLVMGetUnnamedAddress");
    addressSpace = number("LLVMGetPointerAddressSpace");
    callConvention = number("LLVMGetFunctionCallConv");
    parameters = number("LLVMCountParams");
    parameterTypes = number("LLVMCountParamTypes");
    isVariadic = number("LLVMIsFunctionVarArg");
    fields = number("LLVMCountStructElementTypes");
    vectorSize = number("LLVMGetVectorSize");
    opcode = number("LLVMGetInstructionOpcode");
    constantOpcode = number("LLVMGetConstOpcode");
    operands = number("LLVMGetNumOperands");
    arguments = number("LLVMGetNumArgOperands");
    incoming = number("LLVMCountIncoming");
    integerPredicate = number("LLVMGetICmpPredicate");
    realPredicate = number("LLVMGetFCmpPredicate");
    isVolatile = number("LLVMGetVolatile");
    ordering = number("LLVMGetOrdering");
    rmwOperation = number("LLVMGetAtomicRMWBinOp");
    exchangeOrdering = number("LLVMGetCmpXchgSuccessOrdering");
    failingOrdering = number("LLVMGetCmpXchgFailureOrdering");
    isOfOneThread = number("LLVMIsAtomicSingleThread");
    isConditional = number("LLVMIsConditional");
    successors = number("LLVMGetNumSuccessors");
    clauses = number("LLVMGetNumClauses");
    indexCount = number("LLVMGetNumIndices");
    indexStart = link("LLVMGetIndices");
    maskSize = number("LLVMGetNumMaskElements");
    line = number("LLVMDILocationGetLine");
    column = number("LLVMDILocationGetColumn");
    subprogramLine = number("LLVMDISubprogramGetLine");
    pointerBytes = number("LLVMPointerSize");
    parameter = element("LLVMGetParam");
    fieldType = element("LLVMStructGetTypeAtIndex");
    operand = element("LLVMGetOperand");
    incomingValue = element("LLVMGetIncomingValue");
    incomingBlock = element("LLVMGetIncomingBlock");
    successor = element("LLVMGetSuccessor");
    clause = element("LLVMGetClause");
    aggregateElement = element("LLVMGetAggregateElement");
    maskValue = new LlvmFunction.ElementNumber(handle("LLVMGetMaskValue", 2));
    typeBytes = pair("LLVMABISizeOfType");
    arrayLength = link("LLVMGetArrayLength2");
    fieldOffset = new LlvmFunction.PairElement(handle("LLVMOffsetOfElement", 3));
    real =
        new LlvmFunction.Real(
            handle(
                "LLVMConstRealGetDouble",
                FunctionDescriptor.of(JAVA_DOUBLE, JAVA_LONG, JAVA_LONG)));
    disposeMessage = new LlvmFunction.Act(handle("LLVMDisposeMessage", 1));
    disposeContext = new LlvmFunction.Act(handle("LLVMContextDispose", 1));
    attribute = attribute("LLVMGetEnumAttributeAtIndex");
    siteAttribute = attribute("LLVMGetCallSiteEnumAttribute");
    section = link("LLVMGetSection");
    stringStart = pair("LLVMGetAsString");
    valueName = pair("LLVMGetValueName2");
    fileName = pair("LLVMDIFileGetFilename");
    assemblyText = pair("LLVMGetInlineAsmAsmString");
    constraintText = pair("LLVMGetInlineAsmConstraintString");
    printValue = link("LLVMPrintValueToString");
    attributeType = link("LLVMGetTypeAttributeValue");
    additions = new ModuleAdditions(this);
  }

  /** Loads the library, which stays loaded. */
  public static Llvm load(Path library) {
    return new Llvm(SymbolLookup.libraryLookup(library, Arena.global()));
  }

  // ---------------------------------------------------------------- modules

  /** The owner of a module's types. */
  long newContext() {
    try {
      return (long) handle("LLVMContextCreate", 0).invokeExact();
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  /**
   * Reads a module from bitcode or text.
   *
   * @throws IllegalArgumentException with LLVM's own message if it is neither
   */
  long parse(long context, byte[] code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(code.length + 1L);
      MemorySegment.copy(code, 0, bytes, JAVA_BYTE, 0, code.length);
      MemorySegment results = arena.allocate(JAVA_LONG, 2);
      MemorySegment name = arena.allocateFrom("program");
      long buffer =
          (long)
              handle("LLVMCreateMemoryBufferWithMemoryRangeCopy", 3)
                  .invokeExact(bytes.address(), (long) code.length, name.address());
      int failed =
          (int)
              (long)
                  handle("LLVMParseIRInContext", 4)
                      .invokeExact(
                          context,
                          buffer,
                          results.address(),
                          results.address() + JAVA_LONG.byteSize());
      if (failed != 0) {
        String message = text(results.getAtIndex(JAVA_LONG, 1));
        disposeMessage.on(results.getAtIndex(JAVA_LONG, 1));
        throw new IllegalArgumentException(message);
      }
      return results.getAtIndex(JAVA_LONG, 0);
    } catch (IllegalArgumentException wrong) {
      throw wrong;
    } catch (Throwable thrown) {
      throw new AssertionError("reading a module failed", thrown);
    }
  }

  /** Puts one module into another; the second is no more. */
  void link(long into, long module) {
    try {
      int failed = (int) (long) handle("LLVMLinkModules2", 2).invokeExact(into, module);
      if (failed != 0) {
        throw new IllegalArgumentException("two modules define the same");
      }
    } catch (IllegalArgumentException wrong) {
      throw wrong;
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  /** The processor that a module is for, as compilers name it. */
  String target(long module) {
    return text("LLVMGetTarget", module);
  }

  /** The sizes and alignments that a module has been compiled for, in LLVM's notation. */
  String layoutText(long module) {
    return text("LLVMGetDataLayoutStr", module);
  }

  private String text(String function, long module) {
    try {
      return text((long) handle(function, 1).invokeExact(module));
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  /**
   * Gives a function or variable another name, and removes it from its group of symbols that are
   * merged by name.
   */
  public void rename(long value, String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(name);
      long length = text.byteSize() - 1;
      long _ = (long) handle("LLVMSetValueName2", 3).invokeExact(value, text.address(), length);
      long _ = (long) handle("LLVMSetComdat", 2).invokeExact(value, 0L);
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  /** Lets the definition of a function or variable count only where no other module has one. */
  public void makeAvailableExternally(long value) {
    try {
      long _ = (long) handle("LLVMSetComdat", 2).invokeExact(value, 0L);
      long _ = (long) handle("LLVMSetLinkage", 2).invokeExact(value, AVAILABLE_EXTERNALLY);
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  /** Runs passes over a module, in the notation of LLVM's {@code opt -passes}. */
  void run(long module, String passes) {
    try (Arena arena = Arena.ofConfined()) {
      long options = (long) handle("LLVMCreatePassBuilderOptions", 0).invokeExact();
      long error =
          (long)
              handle("LLVMRunPasses", 4)
                  .invokeExact(module, arena.allocateFrom(passes).address(), 0L, options);
      if (error != 0) {
        throw new IllegalStateException("LLVM does not know the passes " + passes);
      }
      long _ = (long) handle("LLVMDisposePassBuilderOptions", 1).invokeExact(options);
    } catch (RuntimeException wrong) {
      throw wrong;
    } catch (Throwable thrown) {
      throw new AssertionError("a pass of LLVM failed", thrown);
    }
  }

  ModuleAdditions additions() {
    return additions;
  }

  // ---------------------------------------------------------------- attributes

  /** The number of an attribute's kind. */
  public int attributeKind(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return (int)
          (long)
              handle("LLVMGetEnumAttributeKindForName", 2)
                  .invokeExact(arena.allocateFrom(name).address(), (long) name.length());
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  /** Adds an attribute without a value to a function. */
  void addAttribute(long context, long function, int kind) {
    try {
      long attribute =
          (long) handle("LLVMCreateEnumAttribute", 3).invokeExact(context, (long) kind, 0L);
      long _ = (long) handle("LLVMAddAttributeAtIndex", 3).invokeExact(function, -1L, attribute);
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  /** Takes an attribute from a function, which need not have it. */
  void removeAttribute(long function, int kind) {
    try {
      long _ =
          (long)
              handle("LLVMRemoveEnumAttributeAtIndex", 3).invokeExact(function, -1L, (long) kind);
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  // ---------------------------------------------------------------- values

  /** The name of a value, empty where it has none. */
  public String name(long value) {
    return sized(valueName, value);
  }

  /**
   * A symbol of the Itanium C++ ABI as the source has it: {@code helper(int)} of {@code
   * _Z6helperi}; another symbol as it is.
   */
  public String demangled(String symbol) {
    try (Arena arena = Arena.ofConfined()) {
      // llvm::itaniumDemangle(std::string_view, bool) of llvm/Demangle/Demangle.h
      MethodHandle demangle =
          handle("_ZN4llvm15itaniumDemangleESt17basic_string_viewIcSt11char_traitsIcEEb", 3);
      long text =
          (long)
              demangle.invokeExact(
                  (long) symbol.length(), arena.allocateFrom(symbol).address(), 1L);
      return text == 0 ? symbol : text(text);
    } catch (Throwable thrown) {
      throw new AssertionError("a call of LLVM failed", thrown);
    }
  }

  /** The path of a file of the debug information as the compiler was given it. */
  public String fileName(long file) {
    return counted(fileName, file);
  }

  /** The instructions of an inline assembly statement. */
  public String assembly(long value) {
    return sized(assemblyText, value);
  }

  /** The constraints of an inline assembly statement. */
  public String constraints(long value) {
    return sized(constraintText, value);
  }

  /** The value of a floating constant; one of more bits than a double is rounded. */
  public double realValue(long constant) {
    try (Arena arena = Arena.ofConfined()) {
      return real.of(constant, arena.allocate(JAVA_INT).address());
    }
  }

  /** Which element of an aggregate an instruction takes or replaces. */
  public int[] indices(long instruction) {
    return MemorySegment.ofAddress(indexStart.of(instruction))
        .reinterpret((long) Integer.BYTES * indexCount.of(instruction))
        .toArray(JAVA_INT);
  }

  /** The bytes of an array of 8-bit integers. */
  public byte[] bytes(long dataArray) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocate(JAVA_LONG);
      long start = stringStart.of(dataArray, length.address());
      return MemorySegment.ofAddress(start)
          .reinterpret(length.get(JAVA_LONG, 0))
          .toArray(JAVA_BYTE);
    }
  }

  /** The section that the source asked for a variable to be in, or empty. */
  public String sectionOf(long global) {
    long name = section.of(global);
    return name == 0 ? "" : text(name);
  }

  /** Whether an instruction calls something. */
  public boolean isCall(long instruction) {
    int code = opcode.of(instruction);
    return code == Opcode.CALL || code == Opcode.INVOKE;
  }

  /** A value as LLVM prints it. */
  public String print(long value) {
    long text = printValue.of(value);
    String result = text(text);
    disposeMessage.on(text);
    return result;
  }

  private static String sized(LlvmFunction.Pair function, long value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocate(JAVA_LONG);
      long start = function.of(value, length.address());
      return text(start, length.get(JAVA_LONG, 0));
    }
  }

  private static String counted(LlvmFunction.Pair function, long value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocate(JAVA_INT);
      long start = function.of(value, length.address());
      return text(start, length.get(JAVA_INT, 0));
    }
  }

  private static String text(long start) {
    return MemorySegment.ofAddress(start).reinterpret(Long.MAX_VALUE).getString(0);
  }

  private static String text(long start, long length) {
    byte[] bytes = MemorySegment.ofAddress(start).reinterpret(length).toArray(JAVA_BYTE);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  // ---------------------------------------------------------------- binding

  /** A function that takes pointers and numbers and gives one, or nothing that is looked at. */
  MethodHandle handle(String name, int parameters) {
    MemoryLayout[] longs = new MemoryLayout[parameters];
    Arrays.fill(longs, JAVA_LONG);
    return handle(name, FunctionDescriptor.of(JAVA_LONG, longs));
  }

  private MethodHandle handle(String name, FunctionDescriptor shape) {
    return LINKER.downcallHandle(library.findOrThrow(name), shape);
  }

  private LlvmFunction.Link link(String name) {
    return new LlvmFunction.Link(handle(name, 1));
  }

  private LlvmFunction.Count number(String name) {
    return new LlvmFunction.Count(handle(name, 1));
  }

  private LlvmFunction.Element element(String name) {
    return new LlvmFunction.Element(handle(name, 2));
  }

  private LlvmFunction.Attribute attribute(String name) {
    return new LlvmFunction.Attribute(handle(name, 3));
  }

  private LlvmFunction.Pair pair(String name) {
    return new LlvmFunction.Pair(handle(name, 2));
  }
}
