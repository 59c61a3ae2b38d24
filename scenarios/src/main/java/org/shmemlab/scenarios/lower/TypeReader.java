package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTArrayDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTArrayModifier;
import org.eclipse.cdt.core.dom.ast.IASTCompositeTypeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTElaboratedTypeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTEnumerationSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTNamedTypeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTParameterDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTPointer;
import org.eclipse.cdt.core.dom.ast.IASTPointerOperator;
import org.eclipse.cdt.core.dom.ast.IASTProblemDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStandardFunctionDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTTypeId;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTReferenceOperator;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTVisibilityLabel;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.StructType;
import org.shmemlab.scenarios.types.VoidType;

/**
 * Reads the types that declarations write, and declares the structures and enumerations in them.
 */
final class TypeReader {
  private static final long MAX_OBJECT = 1L << 31;

  private final FunctionLowering f;

  TypeReader(FunctionLowering f) {
    this.f = f;
  }

  // ---------------------------------------------------------------- specifiers

  /** Whether the type is to be taken from the initialiser. */
  static boolean isAuto(IASTDeclSpecifier specifier) {
    return specifier instanceof IASTSimpleDeclSpecifier simple
        && simple.getType() == IASTSimpleDeclSpecifier.t_auto;
  }

  CType specifier(IASTDeclSpecifier specifier) {
    CType type =
        switch (specifier) {
          case IASTSimpleDeclSpecifier simple -> simple(simple);
          case IASTCompositeTypeSpecifier composite -> composite(composite);
          case IASTElaboratedTypeSpecifier elaborated -> elaborated(elaborated);
          case IASTEnumerationSpecifier enumeration -> new Enumerations(f).declare(enumeration);
          case IASTNamedTypeSpecifier named -> named(named.getName());
          default -> throw Failure.notSupported(specifier, "this kind of type");
        };
    return type.qualified(specifier.isConst(), specifier.isVolatile());
  }

  /** The type that a name stands for. */
  CType named(IASTName name) {
    String text = Names.plain(name);
    CType type = f.scope().findType(text);
    if (type != null) {
      return type;
    }
    if (f.scope().find(text) instanceof Symbol.Broken) {
      throw Failure.consequence(name);
    }
    if (name.toString().startsWith("std::")) {
      throw Failure.notSupported(name, name.toString());
    }
    if (!Names.templateArguments(name).isEmpty()) {
      throw Failure.notSupported(name, "class templates ('" + text + "')");
    }
    throw Failure.at(name, "unknown type '" + text + "'");
  }

  private CType simple(IASTSimpleDeclSpecifier simple) {
    boolean unsigned = simple.isUnsigned();
    if (simple.isComplex()) {
      throw Failure.notSupported(simple, "complex numbers");
    }
    return switch (simple.getType()) {
      case IASTSimpleDeclSpecifier.t_void -> VoidType.VOID;
      case IASTSimpleDeclSpecifier.t_bool -> Arithmetic.BOOL;
      case IASTSimpleDeclSpecifier.t_char ->
          unsigned
              ? Arithmetic.UNSIGNED_CHAR
              : simple.isSigned() ? Arithmetic.SIGNED_CHAR : Arithmetic.CHAR;
      case IASTSimpleDeclSpecifier.t_float -> Arithmetic.FLOAT;
      case IASTSimpleDeclSpecifier.t_double -> {
        if (simple.isLong()) {
          throw Failure.notSupported(simple, "long double");
        }
        yield Arithmetic.DOUBLE;
      }
      case IASTSimpleDeclSpecifier.t_int -> integer(simple, unsigned);
      case IASTSimpleDeclSpecifier.t_unspecified -> {
        boolean said =
            unsigned
                || simple.isSigned()
                || simple.isShort()
                || simple.isLong()
                || simple.isLongLong();
        if (!said) {
          throw Failure.at(simple, "a declaration needs a type");
        }
        yield integer(simple, unsigned);
      }
      case IASTSimpleDeclSpecifier.t_typeof, IASTSimpleDeclSpecifier.t_decltype ->
          f.typeOf(simple.getDeclTypeExpression()).unqualified();
      case IASTSimpleDeclSpecifier.t_auto ->
          throw Failure.at(simple, "'auto' needs an initialiser");
      default -> throw Failure.notSupported(simple, "the type '" + simple.getRawSignature() + "'");
    };
  }

  private static CType integer(IASTSimpleDeclSpecifier simple, boolean unsigned) {
    if (simple.isShort()) {
      return unsigned ? Arithmetic.UNSIGNED_SHORT : Arithmetic.SHORT;
    }
    if (simple.isLongLong()) {
      return unsigned ? Arithmetic.UNSIGNED_LONG_LONG : Arithmetic.LONG_LONG;
    }
    if (simple.isLong()) {
      return unsigned ? Arithmetic.UNSIGNED_LONG : Arithmetic.LONG;
    }
    return unsigned ? Arithmetic.UNSIGNED : Arithmetic.INT;
  }

  // ---------------------------------------------------------------- structures

  private CType elaborated(IASTElaboratedTypeSpecifier specifier) {
    String tag = Names.plain(specifier.getName());
    CType known = f.scope().findTag(tag);
    if (known != null) {
      return known;
    }
    if (specifier.getKind() == IASTElaboratedTypeSpecifier.k_enum) {
      throw Failure.at(specifier, "unknown enumeration '" + tag + "'");
    }
    boolean union = specifier.getKind() == IASTElaboratedTypeSpecifier.k_union;
    StructType type = new StructType(tag, union);
    f.scope().declareTag(tag, type);
    return type;
  }

  private CType composite(IASTCompositeTypeSpecifier specifier) {
    String tag = Names.plain(specifier.getName());
    boolean union = specifier.getKey() == IASTCompositeTypeSpecifier.k_union;
    CType known = tag.isEmpty() ? null : f.scope().findTagHere(tag);
    StructType type =
        known instanceof StructType struct
            ? struct
            : new StructType(tag.isEmpty() ? "unnamed structure" : tag, union);
    if (type.complete()) {
      throw Failure.at(specifier, "redefinition of '" + tag + "'");
    }
    if (!tag.isEmpty()) {
      f.scope().declareTag(tag, type);
    }
    List<StructType.Member> members = new ArrayList<>();
    try {
      for (IASTDeclaration declaration : specifier.getMembers()) {
        members(declaration, members);
      }
    } finally { // where a member is wrong, those before it are known
      type.complete(members, Attributes.alignment(specifier));
    }
    return type;
  }

  private void members(IASTDeclaration declaration, List<StructType.Member> members) {
    if (declaration instanceof ICPPASTVisibilityLabel
        || declaration instanceof IASTProblemDeclaration) {
      return;
    }
    if (!(declaration instanceof IASTSimpleDeclaration simple)) {
      throw Failure.notSupported(declaration, "member functions");
    }
    IASTDeclSpecifier specifier = simple.getDeclSpecifier();
    if (specifier.getStorageClass() == IASTDeclSpecifier.sc_static) {
      throw Failure.notSupported(declaration, "static members");
    }
    CType base = specifier(specifier);
    if (simple.getDeclarators().length == 0 && base.isStruct()) {
      boolean anonymous =
          specifier instanceof IASTCompositeTypeSpecifier composite
              && Names.plain(composite.getName()).isEmpty();
      if (anonymous) {
        members.add(new StructType.Member("", base, 0));
      }
      return;
    }
    for (IASTDeclarator declarator : simple.getDeclarators()) {
      if (declarator instanceof IASTFieldDeclarator) {
        throw Failure.notSupported(declarator, "bit-fields");
      }
      if (declarator instanceof IASTStandardFunctionDeclarator
          && declarator.getNestedDeclarator() == null) {
        throw Failure.notSupported(declarator, "member functions");
      }
      if (declarator.getInitializer() != null) {
        throw Failure.notSupported(declarator, "default values of members");
      }
      CType type = declared(base, declarator);
      String name = Names.plain(Names.of(declarator));
      boolean flexible =
          type instanceof CType.Array array && array.length() == CType.UNKNOWN_LENGTH;
      if (!type.isComplete() && !flexible) {
        throw Failure.at(
            declarator, "member '" + name + "' has the incomplete type '" + type + "'");
      }
      members.add(new StructType.Member(name, type, 0));
    }
  }

  // ---------------------------------------------------------------- declarators

  /** The type of what a declarator declares, given the type before it. */
  CType declared(CType base, IASTDeclarator declarator) {
    CType type = base;
    for (IASTPointerOperator operator : declarator.getPointerOperators()) {
      type = pointerTo(type, operator);
    }
    if (declarator instanceof IASTArrayDeclarator array) {
      IASTArrayModifier[] modifiers = array.getArrayModifiers();
      for (int i = modifiers.length - 1; i >= 0; i--) {
        type = arrayOf(type, modifiers[i]);
      }
    } else if (declarator instanceof IASTStandardFunctionDeclarator function) {
      type = new CType.Function(type, parameters(function), function.takesVarArgs());
    }
    IASTDeclarator nested = declarator.getNestedDeclarator();
    return nested == null ? type : declared(type, nested);
  }

  private static CType pointerTo(CType type, IASTPointerOperator operator) {
    if (operator instanceof ICPPASTReferenceOperator) {
      return new CType.Reference(type);
    }
    CType pointer = new CType.Pointer(type);
    return operator instanceof IASTPointer p
        ? pointer.qualified(p.isConst(), p.isVolatile())
        : pointer;
  }

  private CType arrayOf(CType element, IASTArrayModifier modifier) {
    if (!element.isComplete()) {
      throw Failure.at(modifier, "an array of the incomplete type '" + element + "'");
    }
    IASTExpression size = modifier.getConstantExpression();
    if (size == null) {
      return new CType.Array(element, CType.UNKNOWN_LENGTH);
    }
    Value length = f.constantOrNull(size);
    if (length == null) {
      throw Failure.notSupported(size, "arrays of variable length; use malloc");
    }
    long count = ((Value.Constant) length).bits();
    if (!length.type().isInteger() || count < 0 || count * element.size() >= MAX_OBJECT) {
      throw Failure.at(size, "an array cannot have " + count + " elements");
    }
    return new CType.Array(element, count);
  }

  /** Parameter types, arrays and functions as the pointers they become. */
  ImmutableList<CType> parameters(IASTStandardFunctionDeclarator function) {
    ImmutableList.Builder<CType> types = ImmutableList.builder();
    for (IASTParameterDeclaration parameter : function.getParameters()) {
      CType type = parameter(parameter);
      if (!type.isVoid()) {
        types.add(type);
      } else if (function.getParameters().length > 1) {
        throw Failure.at(parameter, "a parameter of type void");
      }
    }
    return types.build();
  }

  CType parameter(IASTParameterDeclaration parameter) {
    if (isAuto(parameter.getDeclSpecifier())) {
      throw Failure.notSupported(parameter, "'auto' parameters");
    }
    CType type = declared(specifier(parameter.getDeclSpecifier()), parameter.getDeclarator());
    return switch (type) {
      case CType.Array array -> new CType.Pointer(array.element());
      case CType.Function function -> new CType.Pointer(function);
      default -> type;
    };
  }

  CType typeId(IASTTypeId id) {
    return declared(specifier(id.getDeclSpecifier()), id.getAbstractDeclarator());
  }

  /** Whether a type may be that of an object; says what is wrong where it may not. */
  static void checkObject(CType type, IASTNode node) {
    if (type.isVoid()) {
      throw Failure.at(node, "a variable of type void");
    }
    if (!type.isComplete()) {
      throw Failure.at(node, "a variable of the incomplete type '" + type + "'");
    }
  }

  /** Whether an initialiser is there to say the length of an array. */
  static boolean lengthFromInitialiser(CType type, IASTInitializer initializer) {
    return type.unqualified() instanceof CType.Array array
        && array.length() == CType.UNKNOWN_LENGTH
        && initializer != null;
  }
}
