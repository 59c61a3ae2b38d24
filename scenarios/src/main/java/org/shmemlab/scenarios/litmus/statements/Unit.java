package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.function.Consumer;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.program.Variable.Storage;

/** One litmus test on its way to a program: what its functions share. */
public final class Unit {
  private final Vocabulary vocabulary;
  private final String path;
  private final Program.Builder program;
  private final Scope words = new Scope(null);

  /**
   * An empty program.
   *
   * @param path of the file
   */
  public Unit(Vocabulary vocabulary, String path) {
    this.vocabulary = vocabulary;
    this.path = path;
    this.program = Program.builder(path);
  }

  /** The program so far. */
  public Program.Builder program() {
    return program;
  }

  Vocabulary vocabulary() {
    return vocabulary;
  }

  Scope words() {
    return words;
  }

  SourceLine line(int number) {
    return new SourceLine(path, number);
  }

  /** Declares a symmetric word, which all functions can name; gives its address. */
  public long word(Statement.Variable word) {
    long address =
        program.add(
            new Variable(
                word.name(),
                Storage.SYMMETRIC,
                word.type().bytes(),
                image(word),
                line(word.line())));
    words.declare(word.line(), word.name(), new Scope.AtAddress(word.type(), address));
    return address;
  }

  /** The first bytes of a word, up to the last that is not zero. */
  private ImmutableIntArray image(Statement.Variable word) {
    List<Expression> values =
        word.elements() != null
            ? word.elements()
            : word.value() == null ? List.of() : List.of(word.value());
    Type type = word.type() instanceof Type.Array array ? array.element() : word.type();
    if (values.size() * type.bytes() > word.type().bytes()) {
      throw new Mistake(word.line(), word.name() + " has fewer elements than values");
    }
    int[] bytes = new int[word.type().bytes()];
    int used = 0;
    for (int i = 0; i < values.size(); i++) {
      long bits = constant(values.get(i), type);
      for (int b = 0; b < type.bytes(); b++) {
        int at = i * type.bytes() + b;
        bytes[at] = (int) (bits >>> (8 * b)) & 0xFF;
        used = bytes[at] == 0 ? used : at + 1;
      }
    }
    return ImmutableIntArray.copyOf(bytes).subArray(0, used).trimmed();
  }

  /**
   * The value of an expression as a type's register holds it.
   *
   * @throws Mistake if it is not known before the program runs
   */
  public long constant(Expression expression, Type type) {
    CodeBuilder nowhere = new CodeBuilder("", false, List.of(), line(expression.line()));
    Function function = new Function(this, nowhere, false, ImmutableSet.of());
    Conversions conversions = function.conversions();
    Value value =
        conversions.implicit(function.expressions().value(expression), type, expression.line());
    if (value instanceof Value.Constant constant) {
      return constant.bits();
    }
    throw new Mistake(expression.line(), "the first value of a word is a constant");
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
