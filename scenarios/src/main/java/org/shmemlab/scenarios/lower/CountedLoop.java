package org.shmemlab.scenarios.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.types.Arithmetic;

/**
 * A loop that knows before its first round how many it has (OpenMP 5.2, section 4.4.1 "Canonical
 * Loop Nest Form"): its counter, and its number of rounds in a register.
 */
final class CountedLoop {
  private final FunctionLowering f;
  private final CodeBuilder code;
  private final IASTForStatement loop;
  private final Value counter;
  private final int first;
  private final int step;
  private final int count;

  /** Declares the counter of a loop in the present block, and emits what its rounds are. */
  CountedLoop(FunctionLowering f, IASTForStatement loop) {
    this.f = f;
    this.code = f.code();
    this.loop = loop;
    IASTExpression outer = Captured.counter(loop);
    if (outer != null) {
      Captured.privateCopy(f, outer, null);
    }
    if (loop.getInitializerStatement() == null
        || !(loop.getConditionExpression() instanceof IASTBinaryExpression condition)
        || loop.getIterationExpression() == null) {
      throw form();
    }
    f.statements().lower(loop.getInitializerStatement());
    this.counter = counter();
    this.first = integer(counter, loop);
    int limit = integer(f.expressions().value(condition.getOperand2()), condition);
    this.step = step(loop.getIterationExpression());
    this.count = count(condition, first, limit, step);
  }

  /** The loops that a directive is about, outermost first: as many as its collapse clause says. */
  static List<IASTForStatement> nest(Directive directive) {
    IASTStatement statement = directive.statement();
    List<IASTForStatement> loops = new ArrayList<>();
    int depth = depth(directive);
    while (loops.size() < depth) {
      while (statement instanceof IASTCompoundStatement block
          && !loops.isEmpty()
          && block.getStatements().length == 1) {
        statement = block.getStatements()[0];
      }
      if (!(statement instanceof IASTForStatement loop)) {
        throw Failure.at(
            loops.isEmpty() ? directive.node() : statement,
            loops.isEmpty()
                ? "'#pragma omp " + directive.name() + "' needs a for loop"
                : "collapse(" + depth + ") needs another loop right here");
      }
      refuseUse(loops, loop);
      loops.add(loop);
      statement = loop.getBody();
    }
    return loops;
  }

  private static int depth(Directive directive) {
    Directive.Clause collapse = directive.one("collapse").orElse(null);
    if (collapse == null) {
      return 1;
    }
    String number =
        collapse.list().isEmpty() ? "" : collapse.list().get(0).getRawSignature().strip();
    if (!number.matches("[1-9]")) {
      throw Failure.at(collapse.node(), "collapse(" + number + "): a number from 1 to 9");
    }
    return Integer.parseInt(number);
  }

  // The rounds of all loops are counted before the first of them.
  private static void refuseUse(List<IASTForStatement> outer, IASTForStatement inner) {
    for (IASTForStatement loop : outer) {
      Set<String> counters = Captured.counted(loop);
      for (IASTNode part : inner.getChildren()) {
        if (!part.equals(inner.getBody())
            && Captured.uses(part).keySet().stream().anyMatch(counters::contains)) {
          throw Failure.notSupported(
              inner, "collapse where a loop's bounds use the counter of one around it");
        }
      }
    }
  }

  /** The number of rounds; none where it ends before it begins. */
  int count() {
    return count;
  }

  /** Gives the counter its value in a round, which is a register. */
  void assign(int round) {
    int value = binary(BinaryOp.ADD, first, binary(BinaryOp.MUL, round, step));
    f.operators()
        .assign(
            counter,
            f.conversions()
                .implicit(new Value.Computed(Arithmetic.LONG, value), counter.type(), loop));
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

  private Failure form() {
    return Failure.at(
        loop, "OpenMP shares out loops of the form 'for (int i = a; i < b; i++)' only");
  }

  private int integer(Value value, IASTNode node) {
    Value read = f.conversions().rvalue(value, node);
    int held = f.conversions().register(f.conversions().implicit(read, Arithmetic.LONG, node));
    int copy = code.register();
    code.emit(new Instruction.Move(copy, held));
    return copy;
  }

  private int binary(BinaryOp op, int a, int b) {
    int dst = code.register();
    code.emit(new Instruction.Binary(op, ScalarType.I64, dst, a, b));
    return dst;
  }
}
