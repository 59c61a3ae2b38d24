package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.parse.OpenMpSyntax;

/**
 * An OpenMP directive as {@link OpenMpSyntax} writes it.
 *
 * @param body the statement it is about, or null where it stands alone
 */
record Directive(
    String name, ImmutableList<Clause> clauses, @Nullable IASTStatement body, IASTNode node) {

  /**
   * A clause.
   *
   * @param word what comes before the list: the operator of a reduction, the kind of a schedule
   */
  record Clause(String name, String word, ImmutableList<IASTExpression> list, IASTNode node) {}

  /** The directive that a statement is, or null. */
  static @Nullable Directive of(IASTStatement statement) {
    return switch (statement) {
      case IASTWhileStatement loop -> of(loop.getCondition(), loop.getBody());
      case IASTExpressionStatement alone -> of(alone.getExpression(), null);
      default -> null;
    };
  }

  /** The clauses of a name. */
  List<Clause> all(String clause) {
    return clauses.stream().filter(one -> one.name().equals(clause)).toList();
  }

  /** The clause of a name that may be there once. */
  Optional<Clause> one(String clause) {
    return all(clause).stream().findFirst();
  }

  /** The statement it is about. */
  IASTStatement statement() {
    if (body == null) {
      throw Failure.at(node, "this directive needs a statement");
    }
    return body;
  }

  /** Fails where it has a clause that is not among these. */
  void allow(String... names) {
    for (Clause clause : clauses) {
      if (!List.of(names).contains(clause.name())) {
        throw Failure.notSupported(
            clause.node(), "clause '" + clause.name() + "' of '#pragma omp " + name + "'");
      }
    }
  }

  private static @Nullable Directive of(
      @Nullable IASTExpression condition, @Nullable IASTStatement body) {
    if (!(condition instanceof IASTFunctionCallExpression call)
        || !OpenMpSyntax.DIRECTIVE.equals(callee(call))) {
      return null;
    }
    IASTInitializerClause[] arguments = call.getArguments();
    ImmutableList.Builder<Clause> clauses = ImmutableList.builder();
    for (int i = 1; i < arguments.length; i++) {
      if (arguments[i] instanceof IASTFunctionCallExpression clause) {
        clauses.add(clause(clause));
      }
    }
    return new Directive(word(arguments[0]), clauses.build(), body, call);
  }

  private static Clause clause(IASTFunctionCallExpression call) {
    String word = "";
    ImmutableList.Builder<IASTExpression> list = ImmutableList.builder();
    for (IASTInitializerClause argument : call.getArguments()) {
      if (argument instanceof IASTLiteralExpression literal
          && literal.getKind() == IASTLiteralExpression.lk_string_literal) {
        word = word(argument);
      } else if (argument instanceof IASTExpression expression) {
        list.add(expression);
      }
    }
    String name = callee(call).substring(OpenMpSyntax.CLAUSE.length());
    return new Clause(name, word, list.build(), call);
  }

  private static String callee(IASTFunctionCallExpression call) {
    return call.getFunctionNameExpression() instanceof IASTIdExpression id
        ? Names.plain(id.getName())
        : "";
  }

  private static String word(IASTInitializerClause literal) {
    String text = literal.toString();
    return text.length() < 2 ? "" : text.substring(1, text.length() - 1);
  }
}
