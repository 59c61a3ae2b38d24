package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionList;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTProblemExpression;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTTypeIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTTypeIdInitializerExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTDeleteExpression;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTLambdaExpression;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTNewExpression;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTSimpleTypeConstructorExpression;
import org.eclipse.cdt.core.dom.ast.gnu.IGNUASTCompoundStatementExpression;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.api.Catalogue;
import org.shmemlab.scenarios.api.Prototype;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.parse.Syntax;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.StructType;
import org.shmemlab.scenarios.types.VoidType;

/** Expressions that are no operators and no calls, and the way to those. */
final class Expressions {
  private final FunctionLowering f;

  Expressions(FunctionLowering f) {
    this.f = f;
  }

  /** What an expression denotes; its instructions are emitted. */
  Value value(IASTExpression node) {
    return switch (node) {
      case IASTLiteralExpression literal -> literal(literal);
      case IASTIdExpression id -> name(id.getName());
      case IASTUnaryExpression unary -> f.operators().unary(unary);
      case IASTBinaryExpression binary -> f.operators().binary(binary);
      case IASTConditionalExpression conditional -> f.conditions().choose(conditional);
      case IASTFunctionCallExpression call -> f.calls().call(call);
      case IASTFieldReference field -> member(field);
      case IASTArraySubscriptExpression subscript -> element(subscript);
      case IASTCastExpression cast -> cast(cast);
      case IASTExpressionList list -> inOrder(list);
      case IASTTypeIdInitializerExpression compound -> f.initialisers().compoundLiteral(compound);
      case ICPPASTSimpleTypeConstructorExpression construction ->
          f.builtIns()
              .construct(
                  f.types().specifier(construction.getDeclSpecifier()),
                  construction.getInitializer(),
                  construction);
      case IASTTypeIdExpression type -> typeOperator(type);
      case IGNUASTCompoundStatementExpression block -> block(block);
      case ICPPASTLambdaExpression _ -> throw Failure.notSupported(node, "lambda expressions");
      case ICPPASTNewExpression _ -> throw Failure.notSupported(node, "new; use malloc");
      case ICPPASTDeleteExpression _ -> throw Failure.notSupported(node, "delete; use free");
      case IASTProblemExpression _ -> throw Failure.consequence(node);
      default -> throw Failure.notSupported(node, "'" + node.getRawSignature() + "'");
    };
  }

  /** Evaluates for effects only. */
  void discard(IASTExpression node) {
    if (node instanceof IASTUnaryExpression unary) {
      switch (unary.getOperator()) {
        case IASTUnaryExpression.op_bracketedPrimary -> discard(unary.getOperand());
        case IASTUnaryExpression.op_postFixIncr ->
            f.operators().step(unary.getOperand(), BinaryOp.ADD, node);
        case IASTUnaryExpression.op_postFixDecr ->
            f.operators().step(unary.getOperand(), BinaryOp.SUB, node);
        default -> value(node);
      }
    } else if (node instanceof IASTExpressionList list) {
      for (IASTExpression expression : list.getExpressions()) {
        discard(expression);
      }
    } else {
      Value unused = value(node);
      if (unused instanceof Place place && place.type().isVolatile()) {
        f.conversions().rvalue(unused, node); // reading a volatile object is an effect
      }
    }
  }

  // ---------------------------------------------------------------- names and literals

  private Value literal(IASTLiteralExpression node) {
    return switch (node.getKind()) {
      case IASTLiteralExpression.lk_integer_constant -> Literals.integer(node);
      case IASTLiteralExpression.lk_float_constant -> Literals.floating(node);
      case IASTLiteralExpression.lk_char_constant -> Literals.character(node, f.unit().isC());
      case IASTLiteralExpression.lk_true -> new Constant(f.operators().truthType(), 1);
      case IASTLiteralExpression.lk_false -> new Constant(f.operators().truthType(), 0);
      case IASTLiteralExpression.lk_nullptr -> new Constant(CType.Pointer.TO_ANYTHING, 0);
      case IASTLiteralExpression.lk_string_literal -> text(Literals.string(node), node);
      default -> throw Failure.notSupported(node, "'" + node + "'");
    };
  }

  /** The object that holds the bytes of a literal. */
  private Place text(ImmutableIntArray bytes, IASTNode node) {
    long address = f.unit().program().literal(bytes, Syntax.lineOf(node));
    CType character = Arithmetic.CHAR.qualified(!f.unit().isC(), false);
    return Place.absolute(new CType.Array(character, bytes.length()), address);
  }

  private Value name(IASTName name) {
    String text = Names.withQualifier(name);
    Symbol symbol = f.scope().find(text);
    if (symbol == null) {
      symbol = f.scope().find(Names.plain(name));
    }
    return symbol == null ? library(name) : value(symbol, name);
  }

  private Value value(Symbol symbol, IASTName name) {
    return switch (symbol) {
      case FunctionSet functions when functions.isLibrary() -> library(name);
      case FunctionSet functions ->
          new Value.Code(functions, f.templates().explicit(Names.templateArguments(name)));
      case Symbol.ConstantName constant -> new Constant(constant.type(), constant.bits());
      case Symbol.InRegister variable -> new Value.Variable(variable.type(), variable.register());
      case Symbol.InSlot variable ->
          Place.at(variable.type(), f.code().slotAddress(variable.slot()), 0);
      case Symbol.AtAddress object -> Place.at(object.type(), object.register(), 0);
      case Symbol.Static variable -> variable(variable, name);
      case Symbol.Identity identity -> identity(identity, name);
      case Symbol.TypeName _ -> throw Failure.at(name, "'" + name + "' is a type, not a value");
      case Symbol.Broken _ -> throw Failure.consequence(name);
    };
  }

  private Value variable(Symbol.Static variable, IASTName name) {
    Long constant = variable.constant();
    if (constant != null && !isAddressOperand(name)) {
      return new Constant(variable.type().unqualified(), constant);
    }
    boolean hostOnly = variable.storage() == Storage.HOST;
    if (hostOnly && f.onDevice()) {
      throw Failure.at(
          name, "host variable '" + name + "' is used in device code; declare it __device__");
    }
    return Place.absolute(variable.type(), variable.address());
  }

  private static boolean isAddressOperand(IASTName name) {
    return name.getParent().getParent() instanceof IASTUnaryExpression unary
        && unary.getOperator() == IASTUnaryExpression.op_amper;
  }

  private Value identity(Symbol.Identity identity, IASTName name) {
    if (!f.onDevice()) {
      throw Failure.at(name, "'" + name + "' is known in device code only");
    }
    return new Value.Identity(identity.type(), identity.x());
  }

  private Value library(IASTName name) {
    String text = Names.plain(name);
    switch (text) {
      case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__" -> {
        ImmutableIntArray.Builder bytes = ImmutableIntArray.builder();
        f.unit().functionName().chars().forEach(bytes::add);
        return text(bytes.add(0).build(), name);
      }
      default -> {}
    }
    ImmutableList<Prototype> prototypes = f.unit().prototypes(text, name);
    if (!prototypes.isEmpty()) {
      return new Value.Library(
          text, prototypes, f.templates().explicit(Names.templateArguments(name)));
    }
    if (Catalogue.isLibraryName(text)) {
      throw Failure.notSupported(name, text);
    }
    throw Failure.at(name, "'" + text + "' was not declared");
  }

  // ---------------------------------------------------------------- parts of objects

  private Value member(IASTFieldReference node) {
    String name = Names.plain(node.getFieldName());
    Value owner = value(node.getFieldOwner());
    if (node.isPointerDereference()) {
      owner = f.operators().pointee(f.conversions().rvalue(owner, node), node);
    }
    if (owner instanceof Value.Identity identity) {
      return f.builtIns().coordinate(identity, name, node);
    }
    if (!(owner.type().unqualified() instanceof StructType struct)
        || !(owner instanceof Place place)) {
      throw Failure.at(node, "'" + owner.type() + "' has no members");
    }
    if (!struct.complete()) {
      throw Failure.at(node, "the members of '" + struct + "' are not known");
    }
    StructType.Member member = struct.member(name);
    if (member == null) {
      throw Failure.at(node, "'" + struct + "' has no member '" + name + "'");
    }
    CType type = member.type().qualified(place.type().isConst(), place.type().isVolatile());
    return place.part(type, member.offset());
  }

  private Value element(IASTArraySubscriptExpression node) {
    if (!(node.getArgument() instanceof IASTExpression subscript)) {
      throw Failure.at(node, "an index cannot be a list");
    }
    Value base = value(node.getArrayExpression());
    Value index = f.conversions().rvalue(value(subscript), node);
    if (index.type().isPointer() || index instanceof Place) { // 2[array]
      Value swapped = index;
      index = f.conversions().rvalue(base, node);
      base = swapped;
    }
    if (!index.type().isInteger()) {
      throw Failure.at(node, "an index of type '" + index.type() + "'");
    }
    boolean array = base.type().unqualified() instanceof CType.Array;
    if (array && index instanceof Constant constant && base instanceof Place place) {
      CType element = ((CType.Array) place.type().unqualified()).element();
      return place.part(element, constant.bits() * element.size());
    }
    Value pointer = f.conversions().rvalue(base, node);
    if (!pointer.type().isPointer()) {
      throw Failure.at(node, "'" + base.type() + "' is neither array nor pointer");
    }
    if (index instanceof Constant constant
        && pointer instanceof Value.Computed computed
        && computed.type() instanceof CType.Pointer type
        && type.target().isComplete()) {
      long offset = constant.bits() * type.target().size();
      return Place.at(type.target(), computed.register(), offset);
    }
    return f.operators().pointee(f.operators().offset(pointer, index, false, node), node);
  }

  // ---------------------------------------------------------------- others

  private Value cast(IASTCastExpression node) {
    CType type = f.types().typeId(node.getTypeId());
    Value operand = value(node.getOperand());
    if (type instanceof CType.Reference reference) {
      if (operand instanceof Place place) {
        return new Place(reference.target(), place.base(), place.offset(), false);
      }
      throw Failure.at(node, "a cast to a reference needs an object in memory");
    }
    return f.conversions().cast(operand, type, node);
  }

  private Value inOrder(IASTExpressionList list) {
    IASTExpression[] expressions = list.getExpressions();
    for (int i = 0; i < expressions.length - 1; i++) {
      discard(expressions[i]);
    }
    return value(expressions[expressions.length - 1]);
  }

  private Value typeOperator(IASTTypeIdExpression node) {
    CType type = f.types().typeId(node.getTypeId());
    CType sized = type instanceof CType.Reference reference ? reference.target() : type;
    return switch (node.getOperator()) {
      case IASTTypeIdExpression.op_sizeof ->
          f.operators().size(sized, IASTUnaryExpression.op_sizeof, node);
      case IASTTypeIdExpression.op_alignof ->
          f.operators().size(sized, IASTUnaryExpression.op_alignOf, node);
      default -> throw Failure.notSupported(node, "'" + node.getRawSignature() + "'");
    };
  }

  /** GNU C's {@code ({ ... })}: the value of its last expression. */
  private Value block(IGNUASTCompoundStatementExpression node) {
    IASTCompoundStatement body = node.getCompoundStatement();
    IASTStatement[] statements = body.getStatements();
    Value[] last = {new Value.Nothing()};
    f.inBlock(() -> {
      for (int i = 0; i < statements.length; i++) {
        boolean isLast = i == statements.length - 1;
        if (isLast && statements[i] instanceof IASTExpressionStatement expression) {
          last[0] = f.conversions().rvalue(value(expression.getExpression()), node);
        } else {
          f.statements().lower(statements[i]);
        }
      }
    });
    return last[0].type() == VoidType.VOID ? new Value.Nothing() : last[0];
  }
}
