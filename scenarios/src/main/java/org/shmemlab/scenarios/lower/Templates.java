package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTArrayDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNamedTypeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTParameterDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTPointer;
import org.eclipse.cdt.core.dom.ast.IASTPointerOperator;
import org.eclipse.cdt.core.dom.ast.IASTTypeId;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTAmbiguousTemplateArgument;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTParameterDeclaration;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTSimpleTypeTemplateParameter;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTTemplateParameter;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.types.CType;

/**
 * Function templates: a copy of the function for each set of arguments. Arguments are types and
 * integer constants; what a call does not say is deduced from parameters written {@code T}, {@code
 * T *}, {@code T &} and the like.
 */
final class Templates {
  private final FunctionLowering f;

  Templates(FunctionLowering f) {
    this.f = f;
  }

  /** The template arguments that a name is written with. */
  ImmutableList<TemplateArgument> explicit(List<IASTNode> nodes) {
    return nodes.stream().map(this::argument).collect(ImmutableList.toImmutableList());
  }

  private TemplateArgument argument(IASTNode node) {
    return switch (node) {
      case IASTTypeId type -> new TemplateArgument.OfType(f.types().typeId(type));
      case IASTExpression expression -> {
        long bits = f.constant(expression);
        yield new TemplateArgument.OfValue(f.typeOf(expression).unqualified(), bits);
      }
      case ICPPASTAmbiguousTemplateArgument ambiguous -> argument(ambiguous.getChildren()[0]);
      default -> throw Failure.notSupported(node, "this template argument");
    };
  }

  /** Decides all arguments of a template for one call. */
  ImmutableList<TemplateArgument> bind(
      FunctionSymbol function,
      ImmutableList<TemplateArgument> explicit,
      IASTInitializerClause[] arguments,
      IASTNode node) {
    ImmutableList.Builder<TemplateArgument> bound = ImmutableList.builder();
    for (int i = 0; i < function.templateParameters().size(); i++) {
      ICPPASTTemplateParameter parameter = function.templateParameters().get(i);
      if (i < explicit.size()) {
        bound.add(converted(parameter, explicit.get(i)));
        continue;
      }
      String name = name(parameter);
      TemplateArgument found = deduce(function, name, arguments);
      if (found == null) {
        found = defaultOf(parameter);
      }
      if (found == null) {
        throw Failure.at(
            node,
            "cannot find out template argument '"
                + name
                + "' of '"
                + function.name()
                + "'; write "
                + (function.name() + "<...>"));
      }
      bound.add(found);
    }
    return bound.build();
  }

  /** A value argument has the type of its parameter: {@code k<8>} and {@code k<8u>} are one. */
  private TemplateArgument converted(ICPPASTTemplateParameter parameter, TemplateArgument given) {
    if (parameter instanceof ICPPASTParameterDeclaration declared
        && given instanceof TemplateArgument.OfValue value) {
      CType type = f.types().specifier(declared.getDeclSpecifier()).unqualified();
      return new TemplateArgument.OfValue(type, type.register().canonical(value.bits()));
    }
    return given;
  }

  private static String name(ICPPASTTemplateParameter parameter) {
    return switch (parameter) {
      case ICPPASTSimpleTypeTemplateParameter type -> type.getName().toString();
      case ICPPASTParameterDeclaration value -> Names.plain(Names.of(value.getDeclarator()));
      default -> throw Failure.notSupported(parameter, "this template parameter");
    };
  }

  private @Nullable TemplateArgument defaultOf(ICPPASTTemplateParameter parameter) {
    if (parameter instanceof ICPPASTSimpleTypeTemplateParameter type
        && type.getDefaultType() != null) {
      return new TemplateArgument.OfType(f.types().typeId(type.getDefaultType()));
    }
    if (parameter instanceof ICPPASTParameterDeclaration value) {
      IASTInitializer initialiser = value.getDeclarator().getInitializer();
      IASTInitializerClause clause =
          initialiser == null ? null : Initialisers.clauseOf(initialiser);
      if (clause instanceof IASTExpression expression) {
        CType type = f.types().specifier(value.getDeclSpecifier()).unqualified();
        return new TemplateArgument.OfValue(type, f.constant(expression));
      }
    }
    return null;
  }

  /** What a call's arguments say of a type parameter, or null. */
  private @Nullable TemplateArgument deduce(
      FunctionSymbol function, String name, IASTInitializerClause[] arguments) {
    IASTParameterDeclaration[] parameters = function.declarator().getParameters();
    for (int i = 0; i < Math.min(parameters.length, arguments.length); i++) {
      boolean isT =
          parameters[i].getDeclSpecifier() instanceof IASTNamedTypeSpecifier named
              && Names.plain(named.getName()).equals(name);
      if (isT && arguments[i] instanceof IASTExpression expression) {
        CType type = strip(f.dryValue(expression).type(), parameters[i].getDeclarator());
        if (type != null) {
          return new TemplateArgument.OfType(type);
        }
      }
    }
    return null;
  }

  /** What is left of a type when a declarator's pointers and arrays are taken away. */
  private static @Nullable CType strip(CType argument, IASTDeclarator declarator) {
    CType type = argument.unqualified();
    int levels = declarator instanceof IASTArrayDeclarator ? 1 : 0;
    for (IASTPointerOperator operator : declarator.getPointerOperators()) {
      levels += operator instanceof IASTPointer ? 1 : 0;
    }
    for (int i = 0; i < levels; i++) {
      if (!(type instanceof CType.Pointer pointer)) {
        return null;
      }
      type = pointer.target().unqualified();
    }
    return type;
  }

  /** The type of a function with its template arguments in place. */
  CType.Function type(
      FunctionSymbol function, ImmutableList<TemplateArgument> arguments, IASTNode node) {
    CType.Function known = function.type();
    if (known != null) {
      return known;
    }
    FunctionLowering inside = f.unit().reader(scope(function, arguments));
    CType type =
        inside
            .types()
            .declared(inside.types().specifier(function.specifier()), function.declarator());
    if (type instanceof CType.Function result) {
      return result;
    }
    throw Failure.notSupported(node, "this template");
  }

  /** The scope in which a function's parameters stand: file scope, and its template arguments. */
  Scope scope(FunctionSymbol function, ImmutableList<TemplateArgument> arguments) {
    Scope scope = new Scope(f.unit().global());
    for (int i = 0; i < arguments.size(); i++) {
      String name = name(function.templateParameters().get(i));
      scope.declare(
          name,
          switch (arguments.get(i)) {
            case TemplateArgument.OfType type -> new Symbol.TypeName(type.type());
            case TemplateArgument.OfValue value ->
                new Symbol.ConstantName(value.type(), value.bits());
          });
    }
    return scope;
  }
}
