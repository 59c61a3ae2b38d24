package org.shmemlab.labs.grading;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Compiles the program of a student, once for each set of macros, without access to files of this
 * machine.
 */
final class StudentProgram {
  private final SourceFile source;
  private final Map<ImmutableMap<String, String>, CudaC.Compiled> compiled = new HashMap<>();

  StudentProgram(SourceFile source) {
    this.source = source;
  }

  /** The source with macros. */
  SourceFile source(ImmutableMap<String, String> define) {
    return new SourceFile(source.path(), source.text())
        .compiledWith(CompilerOptions.NONE.with(CompilerOptions.CLOSED))
        .define(define);
  }

  CudaC.Compiled compiled(ImmutableMap<String, String> define) {
    return compiled.computeIfAbsent(define, macros -> CudaC.compile(source(macros)));
  }

  /** The kinds of calls in it, in their order; none where it does not compile. */
  ImmutableList<String> calls(ImmutableMap<String, String> define) {
    Program program = compiled(define).program();
    return program == null ? ImmutableList.of() : CallInventory.inOrder(program, source.path());
  }
}
