package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.lower.Value.Computed;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.StructType;

/** Calls of the program's own functions, direct and through pointers. */
final class Calls {
  private final FunctionLowering f;

  Calls(FunctionLowering f) {
    this.f = f;
  }

  Value call(IASTFunctionCallExpression node) {
    IASTExpression callee = withoutBrackets(node.getFunctionNameExpression());
    if (callee instanceof IASTFunctionCallExpression configuration
        && f.launches().isLaunch(configuration)) {
      return f.launches().launch(configuration, node);
    }
    if (callee instanceof IASTIdExpression id) {
      CType type = f.scope().findType(Names.plain(id.getName()));
      if (type != null && Names.templateArguments(id.getName()).isEmpty()) {
        return f.builtIns().construct(type, node.getArguments(), node);
      }
    }
    Value function =
        callee instanceof IASTFieldReference field && member(field) instanceof FunctionSet functions
            ? new Value.Code(functions, ImmutableList.of())
            : f.expressions().value(callee);
    f.at(node);
    return switch (function) {
      case Value.Code code -> direct(code, node);
      case Value.Library library -> f.libraryCalls().call(library, node);
      default -> indirect(f.conversions().rvalue(function, node), node);
    };
  }

  /** What {@code object.name(…)} calls: types of our headers have their members beside them. */
  private @Nullable Symbol member(IASTFieldReference callee) {
    return f.typeOf(callee.getFieldOwner()).unqualified() instanceof StructType type
        ? f.scope().find(type.name() + "__" + Names.plain(callee.getFieldName()))
        : null;
  }

  static IASTExpression withoutBrackets(IASTExpression node) {
    IASTExpression inner = node;
    while (inner instanceof IASTUnaryExpression unary
        && unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary) {
      inner = unary.getOperand();
    }
    return inner;
  }

  // ---------------------------------------------------------------- which function

  /** A function with its template arguments decided. */
  record Choice(
      FunctionSymbol function, CType.Function type, ImmutableList<TemplateArgument> arguments) {}

  private Value direct(Value.Code code, IASTFunctionCallExpression node) {
    Choice choice = choose(code, node.getArguments(), node);
    if (choice.function().isKernel()) {
      throw Failure.at(
          node, "kernel '" + choice.function().name() + "' needs a launch: <<<grid, block>>>");
    }
    int function = f.unit().instance(choice, f.onDevice(), node);
    ImmutableIntArray.Builder registers = ImmutableIntArray.builder();
    CType result = choice.type().result();
    Place place = result.isStruct() ? f.temporary(result.unqualified()) : null;
    if (place != null) {
      registers.add(f.conversions().register(place));
    }
    arguments(choice.function(), choice.type(), node.getArguments(), node, registers);
    f.at(node);
    int dst = scalarResult(result);
    f.code().emit(new Instruction.Call(function, dst, registers.build()));
    return result(result, dst, place);
  }

  /**
   * Finds the function of a name that fits the arguments (C++17, [over.match], by conversion rank).
   */
  Choice choose(Value.Code code, IASTInitializerClause[] arguments, IASTNode node) {
    List<FunctionSymbol> overloads = code.functions().overloads();
    if (overloads.size() == 1) {
      return withArguments(overloads.get(0), code, arguments, node);
    }
    Choice best = null;
    int bestCost = Integer.MAX_VALUE;
    boolean ambiguous = false;
    for (FunctionSymbol function : overloads) {
      int count = arguments.length;
      if (count < function.requiredParameters()
          || count > function.declarator().getParameters().length) {
        continue;
      }
      Choice choice;
      try {
        choice = withArguments(function, code, arguments, node);
      } catch (Failure notThisOne) {
        continue;
      }
      int cost = cost(choice, arguments);
      if (cost < bestCost) {
        best = choice;
        bestCost = cost;
        ambiguous = false;
      } else if (cost == bestCost && cost != Integer.MAX_VALUE) {
        ambiguous = true;
      }
    }
    if (best == null || ambiguous) {
      String name = code.functions().name();
      throw Failure.at(
          node,
          ambiguous
              ? "the call of overloaded '" + name + "' is ambiguous"
              : "no '" + name + "' takes these arguments");
    }
    return best;
  }

  private Choice withArguments(
      FunctionSymbol function, Value.Code code, IASTInitializerClause[] arguments, IASTNode node) {
    ImmutableList<TemplateArgument> bound =
        function.isTemplate()
            ? f.templates().bind(function, code.arguments(), arguments, node)
            : ImmutableList.of();
    return new Choice(function, f.templates().type(function, bound, node), bound);
  }

  /** How far the arguments are from the parameters: 0 is exact. */
  private int cost(Choice choice, IASTInitializerClause[] arguments) {
    int cost = choice.function().isTemplate() ? 1 : 0;
    for (int i = 0; i < arguments.length; i++) {
      if (!(arguments[i] instanceof IASTExpression expression)) {
        continue;
      }
      CType parameter = choice.type().parameters().get(i);
      CType to = (parameter instanceof CType.Reference r ? r.target() : parameter).unqualified();
      CType from = f.dryValue(expression).type().unqualified();
      int step = cost(from, to);
      if (step < 0) {
        return Integer.MAX_VALUE;
      }
      cost += step;
    }
    return cost;
  }

  private static int cost(CType from, CType to) {
    if (from.equals(to)) {
      return 0;
    }
    if (from instanceof Arithmetic a && to instanceof Arithmetic) {
      boolean promotion = a.promoted() == to || (a == Arithmetic.FLOAT && to == Arithmetic.DOUBLE);
      return promotion ? 10 : 100;
    }
    if (from.isScalar() && to.isScalar()) {
      boolean pointers = from.isPointer() == to.isPointer();
      boolean exactButConst =
          from instanceof CType.Pointer p
              && to instanceof CType.Pointer q
              && p.target().unqualified().equals(q.target().unqualified());
      return exactButConst ? 2 : pointers ? 100 : -1;
    }
    return -1;
  }

  // ---------------------------------------------------------------- arguments and results

  /** Converts the arguments of a call to the parameters' types and adds their registers. */
  void arguments(
      @Nullable FunctionSymbol function,
      CType.Function type,
      IASTInitializerClause[] arguments,
      IASTNode node,
      ImmutableIntArray.Builder registers) {
    int parameters = type.parameters().size();
    int required = function == null ? parameters : function.requiredParameters();
    if (arguments.length < Math.min(required, parameters) || arguments.length > parameters) {
      String name = function == null ? "the function" : "'" + function.name() + "'";
      throw Failure.at(
          node,
          (arguments.length > parameters ? "too many" : "too few")
              + (" arguments to " + name + ": " + arguments.length + " given, " + parameters)
              + " declared");
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < parameters; i++) {
      CType parameter = type.parameters().get(i);
      Value value =
          i < arguments.length
              ? f.initialisers().clause(arguments[i], parameter)
              : defaultArgument(function, i, parameter, node);
      found.add(argument(value, parameter, i < arguments.length ? arguments[i] : node));
    }
    registers.addAll(found);
  }

  private Value defaultArgument(
      @Nullable FunctionSymbol function, int index, CType parameter, IASTNode node) {
    IASTInitializer initialiser = function == null ? null : function.defaultValue(index);
    if (initialiser == null) {
      throw Failure.at(node, "argument " + (index + 1) + " is missing");
    }
    return f.builtIns().construct(parameter, initialiser, node);
  }

  /** The register in which an argument travels: a scalar, or the address of a copy or an object. */
  int argument(Value value, CType parameter, IASTNode node) {
    if (parameter instanceof CType.Reference reference) {
      return f.conversions().register(f.declarations().bind(value, reference.target(), node));
    }
    Value converted = f.conversions().implicit(value, parameter, node);
    if (converted instanceof Place place) {
      Place copy = f.temporary(parameter.unqualified());
      f.operators().assign(copy, place);
      return f.conversions().register(copy);
    }
    return f.conversions().register(converted);
  }

  private int scalarResult(CType type) {
    return type.isScalar() || type instanceof CType.Reference
        ? f.code().register()
        : Instruction.NO_REGISTER;
  }

  private static Value result(CType type, int dst, @Nullable Place place) {
    if (place != null) {
      return place;
    }
    if (type instanceof CType.Reference reference) {
      return Place.at(reference.target(), dst, 0);
    }
    return type.isVoid() ? new Value.Nothing() : new Computed(type.unqualified(), dst);
  }

  private Value indirect(Value pointer, IASTFunctionCallExpression node) {
    if (!(pointer.type().unqualified() instanceof CType.Pointer to)
        || !(to.target().unqualified() instanceof CType.Function type)) {
      throw Failure.at(
          node, "'" + node.getFunctionNameExpression().getRawSignature() + "' is no function");
    }
    ImmutableIntArray.Builder registers = ImmutableIntArray.builder();
    Place place = type.result().isStruct() ? f.temporary(type.result().unqualified()) : null;
    if (place != null) {
      registers.add(f.conversions().register(place));
    }
    int address = f.conversions().register(pointer);
    arguments(null, type, node.getArguments(), node, registers);
    f.at(node);
    int dst = scalarResult(type.result());
    f.code().emit(new Instruction.CallIndirect(address, dst, registers.build()));
    return result(type.result(), dst, place);
  }

  /** A function as a value: its address. */
  Value functionPointer(Value.Code code, IASTNode node) {
    List<FunctionSymbol> overloads = code.functions().overloads();
    if (overloads.size() != 1) {
      throw Failure.notSupported(node, "the address of an overloaded function");
    }
    Choice choice = withArguments(overloads.get(0), code, new IASTInitializerClause[0], node);
    boolean device = choice.function().isKernel() || f.onDevice();
    int function = f.unit().instance(choice, device, node);
    return new Constant(new CType.Pointer(choice.type()), Address.ofFunction(function));
  }
}
