package org.shmemlab.scenarios.lower;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTSwitchStatement;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.CodeBuilder.Label;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.types.Arithmetic;

/**
 * Loops whose rounds are shared out among the threads of a team: in pieces of nearly equal length,
 * the longer ones first, as gcc does for {@code schedule(static)}; or in chunks that go round the
 * team, for {@code schedule(static, n)} (OpenMP 5.2, section 11.5.3). The rounds of collapsed loops
 * are counted as if they were one, the innermost fastest (section 4.4.3).
 */
final class SharedLoop {
  private final FunctionLowering f;
  private final CodeBuilder code;
  private final List<IASTForStatement> nest;
  private final @Nullable IASTExpression chunk;

  /**
   * Prepares the loops.
   *
   * @param nest outermost first
   * @param chunk how many rounds a thread does at a time, or null for one piece each
   */
  SharedLoop(FunctionLowering f, List<IASTForStatement> nest, @Nullable IASTExpression chunk) {
    this.f = f;
    this.code = f.code();
    this.nest = nest;
    this.chunk = chunk;
  }

  /** Emits the rounds of the thread with a number in a team of a size; both are registers. */
  void lower(int rank, int size) {
    f.inBlock(() -> rounds(wide(rank), wide(size)));
  }

  private void rounds(int rank, int size) {
    IASTForStatement innermost = nest.getLast();
    refuseBreaks(innermost);
    List<CountedLoop> loops = new ArrayList<>();
    int count = code.constant(1);
    for (IASTForStatement loop : nest) {
      CountedLoop counted = new CountedLoop(f, loop);
      loops.add(counted);
      count = binary(BinaryOp.MUL, count, counted.count());
    }
    int at = code.register();
    int end = count;
    int most = 0;
    if (chunk == null) {
      int piece = binary(BinaryOp.DIV, count, size);
      int longer = binary(BinaryOp.REM, count, size);
      int isLonger = binary(BinaryOp.LT, rank, longer);
      int round = binary(BinaryOp.MUL, piece, rank);
      round = binary(BinaryOp.ADD, round, minimum(rank, longer));
      end = binary(BinaryOp.ADD, binary(BinaryOp.ADD, round, piece), isLonger);
      code.emit(new Instruction.Move(at, round));
    } else {
      most = chunk(chunk);
      code.emit(new Instruction.Move(at, binary(BinaryOp.MUL, rank, most)));
    }
    Label test = code.label();
    Label body = code.label();
    Label next = code.label();
    Label done = code.label();
    code.place(test);
    code.branch(binary(BinaryOp.LT, at, end), body, done);
    code.place(body);
    assign(loops, at);
    f.statements().body(innermost.getBody(), done, next);
    code.place(next);
    f.at(nest.getFirst());
    code.emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, at, at, code.constant(1)));
    if (chunk != null) {
      int over = binary(BinaryOp.EQ, binary(BinaryOp.REM, at, most), code.constant(0));
      int others = binary(BinaryOp.MUL, binary(BinaryOp.SUB, size, code.constant(1)), most);
      int skipped = binary(BinaryOp.MUL, over, others);
      code.emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, at, at, skipped));
    }
    code.jump(test);
    code.place(done);
  }

  // The rounds of each loop, from the number of a round of all.
  private void assign(List<CountedLoop> loops, int at) {
    int rest = at;
    for (int i = loops.size() - 1; i > 0; i--) {
      int count = loops.get(i).count();
      loops.get(i).assign(binary(BinaryOp.REM, rest, count));
      rest = binary(BinaryOp.DIV, rest, count);
    }
    loops.get(0).assign(rest);
  }

  private int chunk(IASTExpression expression) {
    Value value = f.conversions().rvalue(f.expressions().value(expression), expression);
    int held =
        f.conversions().register(f.conversions().implicit(value, Arithmetic.LONG, expression));
    int copy = code.register();
    code.emit(new Instruction.Move(copy, held));
    return copy;
  }

  private static void refuseBreaks(IASTForStatement loop) {
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

  private int minimum(int a, int b) {
    int less = binary(BinaryOp.LT, a, b);
    int more = binary(BinaryOp.GE, a, b);
    return binary(BinaryOp.ADD, binary(BinaryOp.MUL, less, a), binary(BinaryOp.MUL, more, b));
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
