package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import java.util.function.Consumer;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;

/** Holds the parts that the functions of one litmus test share while it is compiled. */
public final class CompilationUnit {
  private final StatementVocabulary vocabulary;
  private final String path;
  private final Program.Builder program;
  private final VariableScope words = new VariableScope(null);

  /**
   * An empty program.
   *
   * @param path of the file
   */
  public CompilationUnit(StatementVocabulary vocabulary, String path) {
    this.vocabulary = vocabulary;
    this.path = path;
    this.program = Program.builder(path);
  }

  /** The program so far. */
  public Program.Builder program() {
    return program;
  }

  StatementVocabulary vocabulary() {
    return vocabulary;
  }

  VariableScope words() {
    return words;
  }

  SourceLine line(int number) {
    return new SourceLine(path, number);
  }

  /** The address of a text with a zero at its end. */
  long literal(String text, int line) {
    return program.literal(text, line(line));
  }

  /** The index of a function that a call makes for itself, built once per name. */
  int synthesised(
      String name,
      ImmutableList<Parameter> parameters,
      Consumer<CodeBuilder> body,
      SourceLine line) {
    return program.synthesised(name, parameters, body, line);
  }
}
