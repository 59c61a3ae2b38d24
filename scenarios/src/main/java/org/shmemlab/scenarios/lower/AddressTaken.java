package org.shmemlab.scenarios.lower;

import java.util.HashSet;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTParameterDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTPointerOperator;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTConstructorInitializer;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTReferenceOperator;

/**
 * Finds the variables of a function that need an address: operand of {@code &}, bound to a
 * reference, or shared by a parallel region. It goes by names, so a name that needs it anywhere in
 * the function has it everywhere.
 */
final class AddressTaken {
  private AddressTaken() {}

  static Set<String> in(IASTNode body, Scope file) {
    Set<String> found = new HashSet<>();
    ASTVisitor visitor =
        new ASTVisitor() {
          @Override
          public int visit(IASTExpression expression) {
            if (expression instanceof IASTUnaryExpression unary
                && unary.getOperator() == IASTUnaryExpression.op_amper) {
              add(unary.getOperand(), found);
            } else if (expression instanceof IASTFunctionCallExpression call) {
              addReferenceArguments(call, file, found);
            }
            return PROCESS_CONTINUE;
          }

          @Override
          public int visit(IASTStatement statement) {
            Directive directive = Directive.of(statement);
            if (directive != null && directive.name().startsWith("parallel")) {
              found.addAll(Captured.shared(directive));
            }
            return PROCESS_CONTINUE;
          }

          @Override
          public int visit(IASTDeclaration declaration) {
            if (declaration instanceof IASTSimpleDeclaration simple) {
              for (IASTDeclarator declarator : simple.getDeclarators()) {
                if (isReference(declarator)) {
                  addInitialiser(declarator.getInitializer(), found);
                }
              }
            }
            return PROCESS_CONTINUE;
          }
        };
    visitor.shouldVisitExpressions = true;
    visitor.shouldVisitDeclarations = true;
    visitor.shouldVisitStatements = true;
    body.accept(visitor);
    return found;
  }

  private static boolean isReference(IASTDeclarator declarator) {
    for (IASTPointerOperator operator : declarator.getPointerOperators()) {
      if (operator instanceof ICPPASTReferenceOperator) {
        return true;
      }
    }
    return false;
  }

  private static void add(IASTNode operand, Set<String> found) {
    if (operand instanceof IASTIdExpression id) {
      found.add(Names.plain(id.getName()));
    } else if (operand instanceof IASTUnaryExpression unary
        && unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary) {
      add(unary.getOperand(), found);
    }
  }

  private static void addInitialiser(IASTInitializer initialiser, Set<String> found) {
    if (initialiser instanceof IASTEqualsInitializer equals) {
      add(equals.getInitializerClause(), found);
    } else if (initialiser instanceof ICPPASTConstructorInitializer constructor) {
      for (IASTInitializerClause argument : constructor.getArguments()) {
        add(argument, found);
      }
    }
  }

  private static void addReferenceArguments(
      IASTFunctionCallExpression call, Scope file, Set<String> found) {
    if (!(call.getFunctionNameExpression() instanceof IASTIdExpression callee)
        || !(file.find(Names.plain(callee.getName())) instanceof FunctionSet functions)) {
      return;
    }
    IASTInitializerClause[] arguments = call.getArguments();
    for (FunctionSymbol function : functions.overloads()) {
      IASTParameterDeclaration[] parameters = function.declarator().getParameters();
      for (int i = 0; i < Math.min(parameters.length, arguments.length); i++) {
        if (isReference(parameters[i].getDeclarator())) {
          add(arguments[i], found);
        }
      }
    }
  }
}
