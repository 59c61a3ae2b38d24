package org.shmemlab.scenarios.lower;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTInitializerList;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTPointer;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTConstructorInitializer;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTNamedTypeSpecifier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.parse.Syntax;
import org.shmemlab.scenarios.types.CType;

/** Declarations inside functions: variables, typedefs, structures, prototypes. */
final class Declarations {
  private final FunctionLowering f;

  Declarations(FunctionLowering f) {
    this.f = f;
  }

  void local(IASTSimpleDeclaration declaration) {
    checkNotACall(declaration);
    IASTDeclSpecifier specifier = declaration.getDeclSpecifier();
    CType base;
    try {
      base = TypeReader.isAuto(specifier) ? null : f.types().specifier(specifier);
    } catch (Failure wrong) {
      for (IASTDeclarator declarator : declaration.getDeclarators()) {
        f.scope().declare(Names.plain(Names.of(declarator)), new Symbol.Broken());
      }
      throw wrong;
    }
    for (IASTDeclarator declarator : declaration.getDeclarators()) {
      try {
        local(declaration, specifier, base, declarator);
      } catch (Failure wrong) {
        String name = Names.plain(Names.of(declarator));
        if (f.scope().findHere(name) == null) {
          f.scope().declare(name, new Symbol.Broken());
        }
        throw wrong;
      }
    }
  }

  /**
   * The parser reads {@code f(x);} as a declaration of x where it knows neither name. Where f is no
   * type, one of them was not declared.
   */
  private void checkNotACall(IASTSimpleDeclaration declaration) {
    IASTDeclarator[] declarators = declaration.getDeclarators();
    if (declaration.getDeclSpecifier() instanceof ICPPASTNamedTypeSpecifier named
        && declarators.length == 1
        && declarators[0].getNestedDeclarator() != null
        && declarators[0].getPointerOperators().length == 0
        && f.scope().findType(Names.plain(named.getName())) == null) {
      String argument = Names.plain(Names.of(declarators[0]));
      Symbol known = f.scope().find(argument);
      if (known instanceof Symbol.Broken) {
        throw Failure.consequence(declaration);
      }
      String missing = known == null ? argument : Names.plain(named.getName());
      throw Failure.at(declaration, "'" + missing + "' was not declared");
    }
  }

  private void local(
      IASTSimpleDeclaration declaration,
      IASTDeclSpecifier specifier,
      @Nullable CType base,
      IASTDeclarator declarator) {
    String name = Names.plain(Names.of(declarator));
    IASTInitializer initialiser = declarator.getInitializer();
    CType type =
        base != null
            ? f.types().declared(base, declarator)
            : f.types().declared(deduced(specifier, declarator), declarator);
    if (specifier.getStorageClass() == IASTDeclSpecifier.sc_typedef) {
      f.scope().declare(name, new Symbol.TypeName(type));
      return;
    }
    if (type instanceof CType.Function) {
      f.unit().fileScope().function(declaration, specifier, declarator);
      return;
    }
    if (f.scope().findHere(name) != null && !(f.scope().findHere(name) instanceof Symbol.Broken)) {
      throw Failure.at(declarator, "redeclaration of '" + name + "'");
    }
    Set<String> attributes = Attributes.of(declaration, specifier, declarator);
    if (type instanceof CType.Reference reference) {
      reference(name, reference, initialiser, declarator);
    } else if (attributes.contains("shared")) {
      shared(name, type, specifier, declarator);
    } else if (specifier.getStorageClass() == IASTDeclSpecifier.sc_extern) {
      throw Failure.at(declarator, "declare '" + name + "' at file scope");
    } else if (specifier.getStorageClass() == IASTDeclSpecifier.sc_static) {
      Storage storage =
          f.onDevice() ? Storage.DEVICE : Attributes.storage(attributes, f.unit().isOpenShmem());
      f.unit().fileScope().variable(f, name, type, storage, specifier, declarator);
    } else {
      automatic(name, type, specifier, declarator);
    }
  }

  /** What {@code auto} stands for before the declarator's own operators. */
  CType deduced(IASTDeclSpecifier specifier, IASTDeclarator declarator) {
    IASTInitializer initialiser = declarator.getInitializer();
    IASTInitializerClause clause = initialiser == null ? null : Initialisers.clauseOf(initialiser);
    if (!(clause instanceof IASTExpression expression)) {
      throw Failure.at(declarator, "'auto' needs an initialiser");
    }
    CType type = f.dryValue(expression).type().unqualified();
    if (type.isVoid()) {
      throw Failure.at(declarator, "'auto' from a void value");
    }
    for (var operator : declarator.getPointerOperators()) {
      if (operator instanceof IASTPointer) {
        if (!(type instanceof CType.Pointer pointer)) {
          throw Failure.at(declarator, "'auto *' from '" + type + "'");
        }
        type = pointer.target();
      }
    }
    return type.qualified(specifier.isConst(), specifier.isVolatile());
  }

  // ---------------------------------------------------------------- references

  private void reference(
      String name,
      CType.Reference type,
      @Nullable IASTInitializer initialiser,
      IASTDeclarator declarator) {
    IASTInitializerClause clause = initialiser == null ? null : Initialisers.clauseOf(initialiser);
    if (clause == null) {
      throw Failure.at(declarator, "reference '" + name + "' needs an initialiser");
    }
    Value address = bind(f.initialisers().clause(clause, type), type.target(), declarator);
    int held = f.conversions().register(f.copy(address));
    f.scope().declare(name, new Symbol.AtAddress(type.target(), held));
  }

  /** The address of what a reference to a type binds to. */
  Value bind(Value value, CType target, IASTNode node) {
    if (value instanceof Place place
        && (!place.temporary() || target.isConst())
        && Conversions.sameObject(place.type(), target)) {
      if (place.type().isConst() && !target.isConst()) {
        throw Failure.at(node, "a reference to '" + target + "' to a const object");
      }
      return f.conversions().addressOf(place);
    }
    if (!target.isConst()) {
      throw Failure.at(
          node, "a reference to '" + target + "' cannot be bound to '" + value.type() + "' here");
    }
    Value converted = f.conversions().implicit(value, target, node);
    if (converted instanceof Place place) {
      return f.conversions().addressOf(place);
    }
    Place copy = f.temporary(target.unqualified());
    f.conversions().store(copy, f.conversions().register(converted));
    return f.conversions().addressOf(copy);
  }

  // ---------------------------------------------------------------- shared memory

  private void shared(
      String name, CType type, IASTDeclSpecifier specifier, IASTDeclarator declarator) {
    if (!f.onDevice()) {
      throw Failure.at(declarator, "__shared__ variable '" + name + "' in host code");
    }
    if (specifier.getStorageClass() == IASTDeclSpecifier.sc_extern) {
      dynamicShared(f.scope(), name, type);
      return;
    }
    TypeReader.checkObject(type, declarator);
    if (declarator.getInitializer() != null) {
      throw Failure.at(declarator, "a __shared__ variable cannot have an initialiser");
    }
    long address =
        f.unit().variable(name, Storage.SHARED, type, ImmutableIntArray.of(), declarator);
    f.scope().declare(name, new Symbol.Static(type, address, Storage.SHARED, null));
  }

  /** {@code extern __shared__}: all such names are one object, sized at launch. */
  void dynamicShared(Scope scope, String name, CType type) {
    long address = Address.of(Space.SHARED, 0, Program.DYNAMIC_SHARED);
    scope.declare(name, new Symbol.Static(type, address, Storage.SHARED, null));
  }

  // ---------------------------------------------------------------- automatic variables

  private void automatic(
      String name, CType declared, IASTDeclSpecifier specifier, IASTDeclarator declarator) {
    IASTInitializer initialiser = declarator.getInitializer();
    IASTInitializerClause clause = initialiser == null ? null : Initialisers.clauseOf(initialiser);
    CType type = clause == null ? declared : f.initialisers().withLength(declared, clause);
    TypeReader.checkObject(type, declarator);
    if (clause == null && initialiser == null && type.isConst()) {
      throw Failure.at(declarator, "const variable '" + name + "' needs an initialiser");
    }
    if (type.isScalar() && !type.isVolatile() && !f.isAddressTaken(name)) {
      inRegister(name, type, isConstant(type, specifier), clause, initialiser, declarator);
      return;
    }
    int slot = f.code().slot(name, Math.toIntExact(type.size()));
    f.scope().declare(name, new Symbol.InSlot(type, slot));
    Place place = Place.at(type, f.code().slotAddress(slot), 0);
    if (clause != null) {
      fill(place, clause, declarator);
    } else if (initialiser instanceof ICPPASTConstructorInitializer constructor) {
      f.builtIns().construct(place, constructor.getArguments(), declarator);
    } else if (BuiltIns.hasConstructor(type)) {
      f.builtIns().construct(place, new IASTInitializerClause[0], declarator);
    }
  }

  private static boolean isConstant(CType type, IASTDeclSpecifier specifier) {
    return type.isConst() || (specifier instanceof ICPPASTDeclSpecifier cpp && cpp.isConstexpr());
  }

  private void inRegister(
      String name,
      CType type,
      boolean constant,
      @Nullable IASTInitializerClause clause,
      @Nullable IASTInitializer initialiser,
      IASTNode node) {
    if (clause == null && initialiser != null) {
      throw Failure.at(node, "one value initialises a '" + type + "'");
    }
    int register = f.code().register();
    if (clause == null) {
      f.scope().declare(name, new Symbol.InRegister(type, register));
      return;
    }
    // the name is in scope in its own initialiser: int x = sizeof x
    f.scope().declare(name, new Symbol.InRegister(type, register));
    Value value = f.conversions().implicit(f.initialisers().clause(clause, type), type, node);
    if (constant && value instanceof Constant known) {
      f.scope().declare(name, new Symbol.ConstantName(type.unqualified(), known.bits()));
    } else {
      f.code().emit(new Instruction.Move(register, f.conversions().register(value)));
    }
  }

  /** Gives an object in memory its first value. */
  void fill(Place place, IASTInitializerClause clause, IASTNode node) {
    CType type = place.type();
    if (BuiltIns.hasConstructor(type) && clause instanceof IASTInitializerList list) {
      f.builtIns().construct(place, list.getClauses(), node);
      return;
    }
    if (!f.initialisers().isPiecewise(type, clause)) {
      Value value = f.initialisers().clause(clause, type);
      f.operators().assign(place, f.conversions().implicit(value, type, node));
      return;
    }
    int base = f.conversions().register(f.conversions().addressOf(place));
    if (!type.isScalar()) {
      f.code().emit(new Instruction.Clear(base, Math.toIntExact(type.size())));
    }
    f.initialisers()
        .fill(
            type,
            clause,
            new Initialisers.Sink() {
              @Override
              public void put(long offset, CType part, Value value, IASTNode at) {
                boolean zeroAlready =
                    value instanceof Constant constant && constant.bits() == 0 && !type.isScalar();
                if (!zeroAlready) {
                  f.operators().assign(Place.at(part.unqualified(), base, offset), value);
                }
              }

              @Override
              public void putText(long offset, ImmutableIntArray bytes, IASTNode at) {
                text(base, offset, bytes, at);
              }
            });
  }

  private void text(int base, long offset, ImmutableIntArray bytes, IASTNode node) {
    if (bytes.length() == 0) {
      return;
    }
    long literal = f.unit().program().literal(bytes, Syntax.lineOf(node));
    int source = f.code().constant(literal);
    int destination =
        f.conversions()
            .register(f.conversions().addressOf(Place.at(CType.Pointer.TO_TEXT, base, offset)));
    f.code().emit(new Instruction.Copy(destination, source, bytes.length()));
  }
}
