package org.shmemlab.scenarios.lower;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTASMDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTCaseStatement;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTContinueStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDefaultStatement;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTNullStatement;
import org.eclipse.cdt.core.dom.ast.IASTProblemDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTProblemStatement;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTSwitchStatement;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTForStatement;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTIfStatement;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTNamespaceAlias;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTRangeBasedForStatement;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTStaticAssertDeclaration;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTTryBlockStatement;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTUsingDeclaration;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTUsingDirective;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTWhileStatement;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder.Label;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.types.CType;

/** Statements (ISO C 17, 6.8). */
final class Statements {
  private final FunctionLowering f;
  private final Deque<Label> breaks = new ArrayDeque<>();
  private final Deque<Label> continues = new ArrayDeque<>();
  private final Map<String, IASTGotoStatement> jumps = new LinkedHashMap<>();
  private final Map<String, IASTLabelStatement> places = new LinkedHashMap<>();
  private @Nullable Map<IASTStatement, Label> cases;

  Statements(FunctionLowering f) {
    this.f = f;
  }

  /** Lowers a statement; what is wrong with it is reported, and the next one goes on. */
  void lower(IASTStatement node) {
    try {
      f.at(node);
      dispatch(node);
    } catch (Failure failure) {
      f.unit().report(failure);
    }
  }

  /** Reports jumps to labels that are nowhere; they are placed so that the code is whole. */
  void finish() {
    jumps.forEach((name, jump) -> {
      if (!places.containsKey(name)) {
        f.unit().report(Failure.at(jump, "label '" + name + "' is not in this function"));
        f.code().place(f.label(name));
      }
    });
  }

  private void dispatch(IASTStatement node) {
    Directive directive = Directive.of(node);
    if (directive != null) {
      f.openMp().lower(directive);
      return;
    }
    switch (node) {
      case IASTCompoundStatement block -> f.inBlock(() -> all(block.getStatements()));
      case IASTExpressionStatement statement -> f.expressions().discard(statement.getExpression());
      case IASTDeclarationStatement statement -> declaration(statement.getDeclaration());
      case IASTNullStatement _ -> {}
      case IASTIfStatement statement -> ifElse(statement);
      case IASTWhileStatement statement -> whileLoop(statement);
      case IASTDoStatement statement -> doLoop(statement);
      case IASTForStatement statement -> f.inBlock(() -> forLoop(statement));
      case IASTSwitchStatement statement -> f.inBlock(() -> switchOver(statement));
      case IASTCaseStatement _, IASTDefaultStatement _ -> caseLabel(node);
      case IASTBreakStatement _ -> jump(breaks, node, "break");
      case IASTContinueStatement _ -> jump(continues, node, "continue");
      case IASTReturnStatement statement -> returnFrom(statement);
      case IASTGotoStatement statement -> {
        String name = Names.plain(statement.getName());
        jumps.putIfAbsent(name, statement);
        f.code().jump(f.label(name));
      }
      case IASTLabelStatement statement -> label(statement);
      case IASTProblemStatement _ -> {} // the parser reported it
      case ICPPASTRangeBasedForStatement _ -> throw Failure.notSupported(node, "for over a range");
      case ICPPASTTryBlockStatement _ -> throw Failure.notSupported(node, "exceptions");
      default -> throw Failure.notSupported(node, "this statement");
    }
  }

  private void all(IASTStatement[] statements) {
    for (IASTStatement statement : statements) {
      if (f.unit().diagnostics().full()) {
        return;
      }
      lower(statement);
    }
  }

  private void declaration(IASTDeclaration node) {
    switch (node) {
      case IASTSimpleDeclaration declaration -> f.declarations().local(declaration);
      case ICPPASTStaticAssertDeclaration assertion -> f.unit().fileScope().check(f, assertion);
      case ICPPASTUsingDeclaration _,
          ICPPASTUsingDirective _,
          ICPPASTNamespaceAlias _,
          IASTProblemDeclaration _ -> {}
      case IASTASMDeclaration _ -> throw Failure.notSupported(node, "asm");
      default -> throw Failure.notSupported(node, "this declaration in a function");
    }
  }

  private void label(IASTLabelStatement statement) {
    String name = Names.plain(statement.getName());
    if (places.putIfAbsent(name, statement) != null) {
      throw Failure.at(statement, "label '" + name + "' is there twice");
    }
    f.code().place(f.label(name));
    lower(statement.getNestedStatement());
  }

  private static void noDeclaration(@Nullable IASTDeclaration declaration) {
    if (declaration != null) {
      throw Failure.notSupported(declaration, "declarations in conditions");
    }
  }

  // ---------------------------------------------------------------- if

  private void ifElse(IASTIfStatement node) {
    if (node instanceof ICPPASTIfStatement cpp) {
      noDeclaration(cpp.getConditionDeclaration());
      if (cpp.getInitializerStatement() != null) {
        throw Failure.notSupported(node, "declarations in conditions");
      }
      if (cpp.isConstexpr()) {
        boolean holds = f.constant(node.getConditionExpression()) != 0;
        IASTStatement chosen = holds ? node.getThenClause() : node.getElseClause();
        if (chosen != null) {
          lower(chosen);
        }
        return;
      }
    }
    Label onTrue = f.code().label();
    Label onFalse = f.code().label();
    guarded(node.getConditionExpression(), onTrue, onFalse);
    f.code().place(onTrue);
    lower(node.getThenClause());
    if (node.getElseClause() == null) {
      f.code().place(onFalse);
      return;
    }
    Label end = f.code().label();
    f.code().jump(end);
    f.code().place(onFalse);
    lower(node.getElseClause());
    f.code().place(end);
  }

  /** A condition; where it is wrong, the statements under it are still looked at. */
  private void guarded(IASTExpression condition, Label onTrue, Label onFalse) {
    try {
      f.conditions().branch(condition, onTrue, onFalse);
    } catch (Failure failure) {
      f.unit().report(failure);
    }
  }

  // ---------------------------------------------------------------- loops

  /** A loop's body: what a break and a continue in it go to. */
  void body(IASTStatement body, Label onBreak, Label onContinue) {
    breaks.push(onBreak);
    continues.push(onContinue);
    f.inBlock(() -> lower(body));
    breaks.pop();
    continues.pop();
  }

  private void whileLoop(IASTWhileStatement node) {
    if (node instanceof ICPPASTWhileStatement cpp) {
      noDeclaration(cpp.getConditionDeclaration());
    }
    Label test = f.code().label();
    Label end = f.code().label();
    if (isEmpty(node.getBody())) {
      f.code().place(test);
      guarded(node.getCondition(), test, end);
      f.code().place(end);
      return;
    }
    Label body = f.code().label();
    // the test is repeated at the end: one jump less per round
    guarded(node.getCondition(), body, end);
    f.code().place(body);
    body(node.getBody(), end, test);
    f.code().place(test);
    f.at(node);
    guarded(node.getCondition(), body, end);
    f.code().place(end);
  }

  // The test of such a loop is its round, and there is only one of it.
  private static boolean isEmpty(IASTStatement body) {
    return body instanceof IASTNullStatement
        || (body instanceof IASTCompoundStatement block && block.getStatements().length == 0);
  }

  private void doLoop(IASTDoStatement node) {
    Label body = f.code().label();
    Label test = f.code().label();
    Label end = f.code().label();
    f.code().place(body);
    body(node.getBody(), end, test);
    f.code().place(test);
    f.at(node.getCondition());
    guarded(node.getCondition(), body, end);
    f.code().place(end);
  }

  private void forLoop(IASTForStatement node) {
    if (node instanceof ICPPASTForStatement cpp) {
      noDeclaration(cpp.getConditionDeclaration());
    }
    if (node.getInitializerStatement() != null) {
      lower(node.getInitializerStatement());
    }
    Label body = f.code().label();
    Label step = f.code().label();
    Label test = f.code().label();
    Label end = f.code().label();
    if (isEmpty(node.getBody()) && node.getIterationExpression() == null) {
      f.code().place(test);
      test(node.getConditionExpression(), test, end);
      f.code().place(end);
      return;
    }
    test(node.getConditionExpression(), body, end);
    f.code().place(body);
    body(node.getBody(), end, step);
    f.code().place(step);
    f.at(node);
    IASTExpression iteration = node.getIterationExpression();
    if (iteration != null) {
      try {
        f.expressions().discard(iteration);
      } catch (Failure failure) {
        f.unit().report(failure);
      }
    }
    f.code().place(test);
    test(node.getConditionExpression(), body, end);
    f.code().place(end);
  }

  private void test(@Nullable IASTExpression condition, Label body, Label end) {
    if (condition == null) {
      f.code().jump(body);
    } else {
      guarded(condition, body, end);
    }
  }

  // ---------------------------------------------------------------- switch

  private void switchOver(IASTSwitchStatement node) {
    Value value =
        f.conversions().promoted(f.expressions().value(node.getControllerExpression()), node);
    if (!value.type().isInteger()) {
      throw Failure.at(node, "switch over a '" + value.type() + "'");
    }
    ScalarType type = value.type().register();
    int register = f.conversions().register(value);
    Map<IASTStatement, Label> found = casesOf(node);
    Label end = f.code().label();
    Label otherwise = end;
    Map<Long, IASTStatement> seen = new LinkedHashMap<>();
    for (Map.Entry<IASTStatement, Label> entry : found.entrySet()) {
      if (!(entry.getKey() instanceof IASTCaseStatement one)) {
        otherwise = entry.getValue();
        continue;
      }
      long bits = type.canonical(f.constant(one.getExpression()));
      if (seen.putIfAbsent(bits, one) != null) {
        throw Failure.at(one, "this case is there twice");
      }
      int equal = f.code().register();
      int constant = f.code().constant(bits);
      f.code().emit(new Instruction.Binary(BinaryOp.EQ, type, equal, register, constant));
      Label next = f.code().label();
      f.code().branch(equal, entry.getValue(), next);
      f.code().place(next);
    }
    f.code().jump(otherwise);
    Map<IASTStatement, Label> outer = cases;
    cases = found;
    breaks.push(end);
    lower(node.getBody());
    breaks.pop();
    cases = outer;
    f.code().place(end);
  }

  /** The labels of a switch, in order, without those of switches inside. */
  private Map<IASTStatement, Label> casesOf(IASTSwitchStatement node) {
    Map<IASTStatement, Label> found = new LinkedHashMap<>();
    ASTVisitor visitor =
        new ASTVisitor() {
          @Override
          public int visit(IASTStatement statement) {
            if (statement instanceof IASTSwitchStatement) {
              return PROCESS_SKIP;
            }
            if (statement instanceof IASTCaseStatement
                || statement instanceof IASTDefaultStatement) {
              found.put(statement, f.code().label());
            }
            return PROCESS_CONTINUE;
          }
        };
    visitor.shouldVisitStatements = true;
    node.getBody().accept(visitor);
    return found;
  }

  private void caseLabel(IASTStatement node) {
    Label label = cases == null ? null : cases.get(node);
    if (label == null) {
      throw Failure.at(node, "a case outside a switch");
    }
    f.code().place(label);
  }

  // ---------------------------------------------------------------- leaving

  private void jump(Deque<Label> targets, IASTStatement node, String word) {
    Label target = targets.peek();
    if (target == null) {
      throw Failure.at(node, word + " outside a loop");
    }
    f.code().jump(target);
  }

  private void returnFrom(IASTReturnStatement node) {
    CType type = f.result();
    if (node.getReturnArgument() == null) {
      if (!type.isVoid()) {
        throw Failure.at(node, "return without a value in a function that gives '" + type + "'");
      }
      f.code().emit(new Instruction.Return(Instruction.NO_REGISTER));
      return;
    }
    Value value = f.initialisers().clause(node.getReturnArgument(), type);
    if (type.isVoid()) {
      if (!(f.conversions().rvalue(value, node) instanceof Value.Nothing)) {
        throw Failure.at(node, "return with a value in a function that gives none");
      }
      f.code().emit(new Instruction.Return(Instruction.NO_REGISTER));
    } else if (type instanceof CType.Reference reference) {
      Value address = f.declarations().bind(value, reference.target(), node);
      f.code().emit(new Instruction.Return(f.conversions().register(address)));
    } else if (type.isStruct()) {
      Value converted = f.conversions().implicit(value, type, node);
      f.operators().assign(Place.at(type.unqualified(), f.resultAddress(), 0), converted);
      f.code().emit(new Instruction.Return(Instruction.NO_REGISTER));
    } else {
      Value converted = f.conversions().implicit(value, type, node);
      f.code().emit(new Instruction.Return(f.conversions().register(converted)));
    }
  }

  /** What falls off the end of main: 0 (ISO C 17, 5.1.2.2.3). */
  void returnZero() {
    f.code().emit(new Instruction.Return(f.code().constant(0)));
  }
}
