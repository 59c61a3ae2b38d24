package org.shmemlab.scenarios.lower;

import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTSwitchStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.CodeBuilder.Label;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.types.Arithmetic;

/**
 * A loop whose rounds are shared out among the threads of a team in pieces of nearly equal length,
 * the longer ones first, as gcc does for {@code schedule(static)} (OpenMP 5.2, section 11.5.3).
 */
final class SharedLoop {
  private final FunctionLowering f;
  private final CodeBuilder code;
  private final IASTForStatement loop;

  SharedLoop(FunctionLowering f, IASTForStatement loop) {
    this.f = f;
    this.code = f.code();
    this.loop = loop;
  }

  /** Emits the rounds of the thread with a number in a team of a size; both are registers. */
  void lower(int rank, int size) {
    f.inBlock(() -> rounds(wide(rank), wide(size)));
  }

  private void rounds(int rank, int size) {
    IASTExpression outer = Captured.counter(loop);
    if (outer != null) {
      Captured.privateCopy(f, outer, null);
    }
    if (loop.getInitializerStatement() == null
        || !(loop.getConditionExpression() instanceof IASTBinaryExpression condition)
        || loop.getIterationExpression() == null) {
      throw form();
    }
    refuseBreaks();
    f.statements().lower(loop.getInitializerStatement());
    Value counter = counter();
    int first = integer(counter, loop);
    int limit = integer(f.expressions().value(condition.getOperand2()), condition);
    int step = step(loop.getIterationExpression());
    int count = count(condition, first, limit, step);

    int piece = binary(BinaryOp.DIV, count, size);
    int longer = binary(BinaryOp.REM, count, size);
    int isLonger = binary(BinaryOp.LT, rank, longer);
    int round = binary(BinaryOp.MUL, piece, rank);
    round = binary(BinaryOp.ADD, round, minimum(rank, longer));
    int end = binary(BinaryOp.ADD, binary(BinaryOp.ADD, round, piece), isLonger);

    Label test = code.label();
    Label body = code.label();
    Label next = code.label();
    Label done = code.label();
    int at = code.register();
    code.emit(new Instruction.Move(at, round));
    code.place(test);
    code.branch(binary(BinaryOp.LT, at, end), body, done);
    code.place(body);
    int value = binary(BinaryOp.ADD, first, binary(BinaryOp.MUL, at, step));
    f.operators()
        .assign(
            counter,
            f.conversions()
                .implicit(new Value.Computed(Arithmetic.LONG, value), counter.type(), loop));
    f.statements().body(loop.getBody(), done, next);
    code.place(next);
    f.at(loop);
    code.emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, at, at, code.constant(1)));
    code.jump(test);
    code.place(done);
  }

  private Value counter() {
    String name;
    if (loop.getInitializerStatement() instanceof IASTDeclarationStatement statement
        && statement.getDeclaration() instanceof IASTSimpleDeclaration declaration
        && declaration.getDeclarators().length == 1) {
      name = Names.plain(Names.of(declaration.getDeclarators()[0]));
    } else if (Captured.counter(loop) instanceof IASTIdExpression id) {
      name = Names.plain(id.getName());
    } else {
      throw form();
    }
    if (!(f.scope().find(name) instanceof Symbol.InRegister variable)
        || !variable.type().isInteger()) {
      throw Failure.notSupported(loop, "a loop of OpenMP that counts with this variable");
    }
    return new Value.Variable(variable.type(), variable.register());
  }

  private int step(IASTExpression iteration) {
    if (iteration instanceof IASTUnaryExpression unary) {
      return switch (unary.getOperator()) {
        case IASTUnaryExpression.op_prefixIncr, IASTUnaryExpression.op_postFixIncr ->
            code.constant(1);
        case IASTUnaryExpression.op_prefixDecr, IASTUnaryExpression.op_postFixDecr ->
            code.constant(-1);
        default -> throw form();
      };
    }
    if (iteration instanceof IASTBinaryExpression assignment) {
      int by = integer(f.expressions().value(assignment.getOperand2()), assignment);
      return switch (assignment.getOperator()) {
        case IASTBinaryExpression.op_plusAssign -> by;
        case IASTBinaryExpression.op_minusAssign -> binary(BinaryOp.SUB, code.constant(0), by);
        default -> throw form();
      };
    }
    throw form();
  }

  // Rounds of a loop to a limit; none where it ends before it begins.
  private int count(IASTBinaryExpression condition, int first, int limit, int step) {
    int distance = binary(BinaryOp.SUB, limit, first);
    int one = code.constant(1);
    int missing = // so that division rounds up
        switch (condition.getOperator()) {
          case IASTBinaryExpression.op_lessThan -> binary(BinaryOp.SUB, step, one);
          case IASTBinaryExpression.op_greaterThan -> binary(BinaryOp.ADD, step, one);
          case IASTBinaryExpression.op_lessEqual, IASTBinaryExpression.op_greaterEqual -> step;
          default -> throw form();
        };
    int count = binary(BinaryOp.DIV, binary(BinaryOp.ADD, distance, missing), step);
    int some = binary(BinaryOp.GT, count, code.constant(0));
    return binary(BinaryOp.MUL, count, some);
  }

  private void refuseBreaks() {
    ASTVisitor visitor =
        new ASTVisitor() {
          @Override
          public int visit(IASTStatement statement) {
            return switch (statement) {
              case IASTBreakStatement _ ->
                  throw Failure.at(statement, "break out of a loop that OpenMP shares out");
              case IASTForStatement _,
                  IASTWhileStatement _,
                  IASTDoStatement _,
                  IASTSwitchStatement _ ->
                  PROCESS_SKIP;
              default -> PROCESS_CONTINUE;
            };
          }
        };
    visitor.shouldVisitStatements = true;
    loop.getBody().accept(visitor);
  }

  private Failure form() {
    return Failure.at(
        loop, "OpenMP shares out loops of the form 'for (int i = a; i < b; i++)' only");
  }

  private int minimum(int a, int b) {
    int less = binary(BinaryOp.LT, a, b);
    int more = binary(BinaryOp.GE, a, b);
    return binary(BinaryOp.ADD, binary(BinaryOp.MUL, less, a), binary(BinaryOp.MUL, more, b));
  }

  private int integer(Value value, IASTNode node) {
    Value read = f.conversions().rvalue(value, node);
    int held = f.conversions().register(f.conversions().implicit(read, Arithmetic.LONG, node));
    int copy = code.register();
    code.emit(new Instruction.Move(copy, held));
    return copy;
  }

  private int wide(int register) {
    int dst = code.register();
    code.emit(new Instruction.Convert(ScalarType.I32, ScalarType.I64, dst, register));
    return dst;
  }

  private int binary(BinaryOp op, int a, int b) {
    int dst = code.register();
    code.emit(new Instruction.Binary(op, ScalarType.I64, dst, a, b));
    return dst;
  }
}
