package org.shmemlab.scenarios.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.types.CType;

/**
 * A local variable of a function that a parallel region in it uses: its address goes in, or, where
 * the region has only a copy of it, its value.
 */
record Captured(String name, Symbol symbol) {

  /** The variables of a region, in the order of their first use. */
  static List<Captured> of(Directive directive, Scope scope) {
    Set<String> copied = copied(directive);
    List<Captured> captured = new ArrayList<>();
    uses(directive.node().getParent())
        .forEach((name, use) -> {
          Symbol symbol = scope.find(name);
          if (symbol instanceof Symbol.InRegister && !copied.contains(name)) {
            throw Failure.notSupported(
                use,
                "'" + name + "' shared by a parallel region that declares another '" + name + "'");
          }
          if (symbol instanceof Symbol.InRegister
              || symbol instanceof Symbol.InSlot
              || symbol instanceof Symbol.AtAddress) {
            captured.add(new Captured(name, symbol));
          }
        });
    return captured;
  }

  /** Names that need an address because a parallel region shares them. */
  static Set<String> shared(Directive directive) {
    Set<String> names = new HashSet<>(uses(directive.node().getParent()).keySet());
    names.removeAll(copied(directive));
    names.removeAll(declared(directive.statement()));
    return names;
  }

  /** Emits the address or value in the function around the region; gives its register. */
  int outside(FunctionLowering f) {
    return switch (symbol) {
      case Symbol.InSlot slot -> f.code().slotAddress(slot.slot());
      case Symbol.AtAddress object -> object.register();
      case Symbol.InRegister variable -> variable.register();
      default -> throw new IllegalStateException(name + " is no local variable");
    };
  }

  /** Declares it in the region, where its address or value is in a register. */
  void inside(FunctionLowering f, int held) {
    f.scope()
        .declare(
            name,
            switch (symbol) {
              case Symbol.InSlot slot -> new Symbol.AtAddress(slot.type(), held);
              case Symbol.AtAddress object -> new Symbol.AtAddress(object.type(), held);
              case Symbol.InRegister variable -> new Symbol.InRegister(variable.type(), held);
              default -> throw new IllegalStateException(name + " is no local variable");
            });
  }

  /**
   * Declares a variable of the same name and type in the present block.
   *
   * @param first its first value, or null for none
   */
  static Value privateCopy(FunctionLowering f, IASTExpression variable, @Nullable Value first) {
    if (!(variable instanceof IASTIdExpression id)) {
      throw Failure.at(variable, "a clause names '" + variable.getRawSignature() + "'");
    }
    String name = Names.plain(id.getName());
    CType type = f.typeOf(variable).unqualified();
    if (type.isScalar() && !f.isAddressTaken(name)) {
      int register = f.code().register();
      if (first != null) {
        int value = f.conversions().register(f.conversions().rvalue(first, variable));
        f.code().emit(new Instruction.Move(register, value));
      }
      f.scope().declare(name, new Symbol.InRegister(type, register));
      return new Value.Variable(type, register);
    }
    int slot = f.code().slot(name, Math.toIntExact(type.size()));
    Place place = Place.at(type, f.code().slotAddress(slot), 0);
    if (first != null) {
      f.operators().assign(place, f.conversions().implicit(first, type, variable));
    }
    f.scope().declare(name, new Symbol.InSlot(type, slot));
    return place;
  }

  /** The variable that an OpenMP loop counts with if it is declared before the loop, or null. */
  static @Nullable IASTExpression counter(IASTForStatement loop) {
    return loop.getInitializerStatement() instanceof IASTExpressionStatement first
            && first.getExpression() instanceof IASTBinaryExpression assignment
        ? assignment.getOperand1()
        : null;
  }

  /** The names of what a loop's first part declares or sets. */
  static Set<String> counted(IASTForStatement loop) {
    IASTExpression counter = counter(loop);
    return counter == null ? declared(loop.getInitializerStatement()) : uses(counter).keySet();
  }

  // Of what a region has only copies.
  private static Set<String> copied(Directive directive) {
    Set<String> names = new HashSet<>();
    for (Directive.Clause clause : directive.clauses()) {
      if (clause.name().equals("private") || clause.name().equals("firstprivate")) {
        clause.list().forEach(one -> names.addAll(uses(one).keySet()));
      }
    }
    if (directive.name().equals("parallel for")) {
      for (IASTForStatement loop : CountedLoop.nest(directive)) {
        IASTExpression counter = counter(loop);
        if (counter != null) {
          names.addAll(uses(counter).keySet());
        }
      }
    }
    return names;
  }

  /** The names that a part of a program uses, each with its first use. */
  static Map<String, IASTNode> uses(IASTNode node) {
    Map<String, IASTNode> names = new LinkedHashMap<>();
    ASTVisitor visitor =
        new ASTVisitor() {
          @Override
          public int visit(IASTExpression expression) {
            if (expression instanceof IASTIdExpression id) {
              names.putIfAbsent(Names.plain(id.getName()), id);
            }
            return PROCESS_CONTINUE;
          }
        };
    visitor.shouldVisitExpressions = true;
    node.accept(visitor);
    return names;
  }

  private static Set<String> declared(IASTNode node) {
    Set<String> names = new HashSet<>();
    ASTVisitor visitor =
        new ASTVisitor() {
          @Override
          public int visit(IASTDeclarator declarator) {
            names.add(Names.plain(Names.of(declarator)));
            return PROCESS_CONTINUE;
          }
        };
    visitor.shouldVisitDeclarators = true;
    node.accept(visitor);
    return names;
  }
}
