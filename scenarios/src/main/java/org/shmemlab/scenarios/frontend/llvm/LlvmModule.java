package org.shmemlab.scenarios.frontend.llvm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;

/**
 * A module in memory. Close it when the parts that were read of it are copied: values, types and
 * blocks live in it.
 *
 * @param llvm the library
 * @param context the owner of the module's types
 * @param module the module
 */
public record LlvmModule(Llvm llvm, long context, long module) implements AutoCloseable {
  private static final int FUNCTION_INDEX = -1;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*\0");

  /** The beginning of the names of functions that stand for a value before the first write. */
  public static final String UNSET = ModuleAdditions.UNSET;

  /**
   * Reads a module from bitcode or text.
   *
   * @throws IllegalArgumentException with LLVM's own message if it is neither
   */
  public static LlvmModule of(Llvm llvm, byte[] code) {
    long context = llvm.newContext();
    return new LlvmModule(llvm, context, llvm.parse(context, code));
  }

  /** The processor that the module is for, as compilers name it. */
  public String target() {
    return llvm.target(module);
  }

  /** The lines of a module's text that name its processor and its layout. */
  public String heading() {
    return "target datalayout = \"%s\"\ntarget triple = \"%s\"\n"
        .formatted(llvm.layoutText(module), target());
  }

  /** All functions, declared and defined, in order. */
  public List<Long> functions() {
    List<Long> all = new ArrayList<>();
    for (long f = llvm.firstFunction.of(module); f != 0; f = llvm.nextFunction.of(f)) {
      all.add(f);
    }
    return all;
  }

  /** All global variables, declared and defined, in order. */
  public List<Long> globals() {
    List<Long> all = new ArrayList<>();
    for (long g = llvm.firstGlobal.of(module); g != 0; g = llvm.nextGlobal.of(g)) {
      all.add(g);
    }
    return all;
  }

  /** The texts of the module's constants that could be names of C, without repetitions. */
  public Set<String> texts() {
    Set<String> texts = new TreeSet<>();
    for (long global : globals()) {
      long initializer = llvm.isConstantGlobal.of(global) == 0 ? 0 : llvm.initializer.of(global);
      if (initializer == 0 || llvm.valueKind.of(initializer) != ValueKind.DATA_ARRAY) {
        continue;
      }
      String text = new String(llvm.bytes(initializer), StandardCharsets.ISO_8859_1);
      if (NAME.matcher(text).matches()) {
        texts.add(text.substring(0, text.length() - 1));
      }
    }
    return texts;
  }

  /** The description of sizes and offsets of the module's types. */
  public long layout() {
    return llvm.dataLayout.of(module);
  }

  /**
   * Inlines functions that ask for it, and those chosen, and puts variables whose address is not
   * taken into registers. No access of memory that another agent could observe is changed.
   * Variables begin with the result of a call of {@link #UNSET}, which is no value: else a variable
   * that is written on one path only would seem to be written on all.
   *
   * @param inlined functions that are put into their callers besides those that ask for it
   * @param kept functions that stay, whatever they ask for
   */
  public void prepare(LongPredicate inlined, LongPredicate kept) {
    for (long function : functions()) {
      llvm.additions().leaveUnset(context, module, function);
    }
    int always = llvm.attributeKind("alwaysinline");
    int never = llvm.attributeKind("noinline");
    for (long function : functions()) {
      if (kept.test(function)) {
        llvm.removeAttribute(function, always);
        llvm.addAttribute(context, function, never);
      }
      if (llvm.isDeclaration.of(function) == 0
          && inlined.test(function)
          && llvm.attribute.of(function, FUNCTION_INDEX, never) == 0) {
        llvm.addAttribute(context, function, always);
      }
    }
    llvm.run(module, "always-inline,function(mem2reg)");
  }

  /** Another module whose types belong to the same owner. */
  public LlvmModule sibling(byte[] code) {
    return new LlvmModule(llvm, context, llvm.parse(context, code));
  }

  /** Adds the definitions of another module of the same owner; that one is no more. */
  public void link(LlvmModule other) {
    llvm.link(module, other.module);
  }

  /** Adds a function that calls another with its own arguments. */
  public long addForwarder(long function) {
    return llvm.additions().forwarder(context, module, function);
  }

  /** Adds the definitions of another module. */
  public void link(byte[] code) {
    llvm.link(module, llvm.parse(context, code));
  }

  @Override
  public void close() {
    llvm.disposeContext.on(context);
  }
}
