package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.CodeBuilder.Label;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.litmus.statements.ExpressionValue.Place;

/** Turns the statements of one agent into the code of a function (ISO C 17, 6.8). */
public final class FunctionCompiler {
  private final CompilationUnit unit;
  private final CodeBuilder code;
  private final ImmutableSet<String> addressTaken;
  private final FunctionBuilder frame;
  private final Expressions expressions;
  private final Conditions conditions;
  private final Deque<Label> breaks = new ArrayDeque<>();
  private final Deque<Label> continues = new ArrayDeque<>();

  /**
   * A function without statements.
   *
   * @param onDevice whether a device thread runs it, else the host
   * @param addressTaken its variables that need an address
   */
  public FunctionCompiler(
      CompilationUnit unit, CodeBuilder code, boolean onDevice, ImmutableSet<String> addressTaken) {
    this.unit = unit;
    this.code = code;
    this.addressTaken = addressTaken;
    this.frame = new FunctionBuilder(unit, code, onDevice);
    this.expressions = new Expressions(frame);
    this.conditions = expressions.conditions();
  }

  /**
   * Adds statements.
   *
   * @throws StatementError with the first error
   */
  public void add(List<Statement> statements) {
    statements.forEach(this::statement);
  }

  /** Stores the value that a variable of the outermost scope has here at an address. */
  public void keep(String variable, Type type, long address, SourceLine line) {
    code.at(line);
    ExpressionValue value = expressions.value(new Expression.Name(line.line(), variable));
    int register =
        frame.conversions().register(frame.conversions().implicit(value, type, line.line()));
    frame
        .conversions()
        .store(new Place(type, Instruction.NO_REGISTER, address, false, false), register);
  }

  // ---------------------------------------------------------------- statements

  private void statement(Statement statement) {
    code.at(unit.line(statement.line()));
    switch (statement) {
      case Statement.Block block -> frame.inBlock(() -> add(block.statements()));
      case Statement.Declare declare -> declare.variables().forEach(this::declare);
      case Statement.Evaluate evaluate -> expressions.discard(evaluate.expression());
      case Statement.If one -> ifElse(one);
      case Statement.While loop -> whileLoop(loop);
      case Statement.Do loop -> doLoop(loop);
      case Statement.For loop -> frame.inBlock(() -> forLoop(loop));
      case Statement.Break leave -> jump(breaks.peek(), leave, "break");
      case Statement.Continue next -> jump(continues.peek(), next, "continue");
      case Statement.Nothing _ -> {}
    }
  }

  private void jump(@Nullable Label target, Statement statement, String word) {
    if (target == null) {
      throw new StatementError(statement.line(), word + " outside a loop");
    }
    code.jump(target);
  }

  private void ifElse(Statement.If statement) {
    Label yes = code.label();
    Label no = code.label();
    conditions.branch(statement.condition(), yes, no);
    code.place(yes);
    frame.inBlock(() -> statement(statement.yes()));
    Statement otherwise = statement.no();
    if (otherwise == null) {
      code.place(no);
      return;
    }
    Label end = code.label();
    code.jump(end);
    code.place(no);
    frame.inBlock(() -> statement(otherwise));
    code.place(end);
  }

  // ---------------------------------------------------------------- loops

  private void body(Statement body, Label onBreak, Label onContinue) {
    breaks.push(onBreak);
    continues.push(onContinue);
    frame.inBlock(() -> statement(body));
    breaks.pop();
    continues.pop();
  }

  // The test of a loop without a body is its round, and there is only one of it.
  private static boolean isEmpty(Statement body) {
    return body instanceof Statement.Nothing
        || (body instanceof Statement.Block block && block.statements().isEmpty());
  }

  private void whileLoop(Statement.While loop) {
    Label test = code.label();
    Label end = code.label();
    if (isEmpty(loop.body())) {
      code.place(test);
      conditions.branch(loop.condition(), test, end);
      code.place(end);
      return;
    }
    Label body = code.label();
    // the test is repeated at the end: one jump less per round
    conditions.branch(loop.condition(), body, end);
    code.place(body);
    body(loop.body(), end, test);
    code.place(test);
    code.at(unit.line(loop.line()));
    conditions.branch(loop.condition(), body, end);
    code.place(end);
  }

  private void doLoop(Statement.Do loop) {
    Label body = code.label();
    Label test = code.label();
    Label end = code.label();
    code.place(body);
    body(loop.body(), end, test);
    code.place(test);
    code.at(unit.line(loop.condition().line()));
    conditions.branch(loop.condition(), body, end);
    code.place(end);
  }

  private void forLoop(Statement.For loop) {
    Statement first = loop.first();
    if (first != null) {
      statement(first);
    }
    Label body = code.label();
    Label step = code.label();
    Label end = code.label();
    Expression next = loop.step();
    if (isEmpty(loop.body()) && next == null) {
      code.place(step);
      test(loop.condition(), step, end);
      code.place(end);
      return;
    }
    test(loop.condition(), body, end);
    code.place(body);
    body(loop.body(), end, step);
    code.place(step);
    code.at(unit.line(loop.line()));
    if (next != null) {
      expressions.discard(next);
    }
    test(loop.condition(), body, end);
    code.place(end);
  }

  private void test(@Nullable Expression condition, Label body, Label end) {
    if (condition == null) {
      code.jump(body);
    } else {
      conditions.branch(condition, body, end);
    }
  }

  // ---------------------------------------------------------------- variables

  private void declare(Statement.Variable variable) {
    Type type = variable.type();
    if (type instanceof Type.Incomplete) {
      throw new StatementError(
          variable.line(), "a litmus test has no variables of type '" + type + "'");
    }
    if (type.isScalar() && !variable.isVolatile() && !addressTaken.contains(variable.name())) {
      inRegister(variable);
    } else {
      inSlot(variable);
    }
  }

  private void inRegister(Statement.Variable variable) {
    Type type = variable.type();
    int register = code.register();
    frame
        .scope()
        .declare(
            variable.line(),
            variable.name(),
            new VariableScope.InRegister(type, register, variable.constant()));
    Expression first = variable.value();
    if (first != null) {
      ExpressionValue value =
          frame.conversions().implicit(expressions.value(first), type, variable.line());
      code.emit(new Instruction.Move(register, frame.conversions().register(value)));
    }
  }

  private void inSlot(Statement.Variable variable) {
    Type type = variable.type();
    int slot = code.slot(variable.name(), type.bytes());
    frame
        .scope()
        .declare(
            variable.line(),
            variable.name(),
            new VariableScope.InSlot(type, slot, variable.constant(), variable.isVolatile()));
    int base = code.slotAddress(slot);
    Expression first = variable.value();
    List<Expression> elements = variable.elements();
    if (first != null) {
      ExpressionValue value =
          frame.conversions().implicit(expressions.value(first), type, variable.line());
      int register = frame.conversions().register(value);
      frame.conversions().store(new Place(type, base, 0, false, variable.isVolatile()), register);
    } else if (elements != null && type instanceof Type.Array(Type element, int length)) {
      if (elements.size() > length) {
        throw new StatementError(
            variable.line(), variable.name() + " has fewer elements than values");
      }
      code.emit(new Instruction.Clear(base, type.bytes()));
      fill(base, element, elements);
    }
  }

  /** Gives the elements of a cleared array their values. */
  private void fill(int base, Type element, List<Expression> values) {
    for (int i = 0; i < values.size(); i++) {
      Expression expression = values.get(i);
      ExpressionValue value =
          frame.conversions().implicit(expressions.value(expression), element, expression.line());
      boolean zeroAlready =
          value instanceof ExpressionValue.Constant constant && constant.bits() == 0;
      if (!zeroAlready) {
        int register = frame.conversions().register(value);
        long offset = (long) i * element.bytes();
        frame.conversions().store(new Place(element, base, offset, false, false), register);
      }
    }
  }
}
