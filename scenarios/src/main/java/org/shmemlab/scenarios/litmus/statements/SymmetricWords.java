package org.shmemlab.scenarios.litmus.statements;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.program.Variable.Storage;

/** Declares the symmetric words of a test, and their first values. */
public final class SymmetricWords {
  private SymmetricWords() {}

  /** Declares a symmetric word, which all functions can name; gives its address. */
  public static long declare(CompilationUnit unit, Statement.Variable word) {
    long address =
        unit.program()
            .add(
                new Variable(
                    word.name(),
                    Storage.SYMMETRIC,
                    word.type().bytes(),
                    image(unit, word),
                    unit.line(word.line())));
    unit.words()
        .declare(word.line(), word.name(), new VariableScope.AtAddress(word.type(), address));
    return address;
  }

  /** The first bytes of a word, up to the last that is not zero. */
  private static ImmutableIntArray image(CompilationUnit unit, Statement.Variable word) {
    List<Expression> values =
        word.elements() != null
            ? word.elements()
            : word.value() == null ? List.of() : List.of(word.value());
    Type type = word.type() instanceof Type.Array array ? array.element() : word.type();
    if (values.size() * type.bytes() > word.type().bytes()) {
      throw new StatementError(word.line(), word.name() + " has fewer elements than values");
    }
    int[] bytes = new int[word.type().bytes()];
    int used = 0;
    for (int i = 0; i < values.size(); i++) {
      long bits = constant(unit, values.get(i), type);
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
   * @throws StatementError if it is not known before the program runs
   */
  public static long constant(CompilationUnit unit, Expression expression, Type type) {
    CodeBuilder nowhere = new CodeBuilder("", false, List.of(), unit.line(expression.line()));
    FunctionBuilder frame = new FunctionBuilder(unit, nowhere, false);
    ExpressionValue first = new Expressions(frame).value(expression);
    ExpressionValue value = frame.conversions().implicit(first, type, expression.line());
    if (value instanceof ExpressionValue.Constant constant) {
      return constant.bits();
    }
    throw new StatementError(expression.line(), "the first value of a word is a constant");
  }
}
