package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTASMDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTProblemDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStandardFunctionDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTAliasDeclaration;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTConstructorInitializer;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTExplicitTemplateInstantiation;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTLinkageSpecification;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTNamespaceAlias;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTNamespaceDefinition;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTStaticAssertDeclaration;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTTemplateDeclaration;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTTemplateParameter;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTUsingDeclaration;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTUsingDirective;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.parse.Syntax;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;

/** Declarations of file scope, in order, and the code that gives variables their first values. */
final class FileScope {
  private static final String START_UP = "initialisation of variables";

  private final Unit unit;
  private final FunctionLowering startUp;
  private final Map<String, IASTNode> onlyExtern = new LinkedHashMap<>();
  private final List<FunctionSymbol> definitions = new ArrayList<>();
  private int startUpFunction = -1;

  FileScope(Unit unit) {
    this.unit = unit;
    SourceLine line = new SourceLine(unit.syntax().file().path(), 0);
    this.startUp =
        new FunctionLowering(
            unit, false, unit.global(), new CodeBuilder(START_UP, false, List.of(), line));
    unit.global().declare("__shmemlab_half", new Symbol.TypeName(Arithmetic.HALF));
    unit.global().declare("__shmemlab_bfloat16", new Symbol.TypeName(Arithmetic.BFLOAT16));
  }

  void declareAll(IASTTranslationUnit tree) {
    all(tree.getDeclarations());
    onlyExtern.forEach((name, node) ->
        unit.report(Failure.at(node, "'" + name + "' is declared but not defined")));
    if (startUpFunction >= 0 && !unit.diagnostics().hasErrors()) {
      unit.program().define(startUpFunction, startUp.code().build());
    }
  }

  /** Asks for every function of the source, so that all of it is checked; gives main's index. */
  int start() {
    int main = -1;
    for (FunctionSymbol function : definitions) {
      CType.Function type = function.type();
      if (type == null || Syntax.isOurs(function.declarator())) {
        continue;
      }
      Calls.Choice choice = new Calls.Choice(function, type, ImmutableList.of());
      try {
        if (function.sides().host()) {
          int index = unit.instance(choice, false, function.declarator());
          main = function.name().equals("main") ? index : main;
        }
        if (function.sides().device()) {
          unit.instance(choice, true, function.declarator());
        }
      } catch (Failure failure) {
        unit.report(failure);
      }
    }
    if (main < 0) {
      unit.diagnostics()
          .error(new SourceLine(unit.syntax().file().path(), 1), "there is no function main");
    }
    return main;
  }

  /** Emits the call of the start-up code where there is any: the first thing main does. */
  void callStartUp(CodeBuilder code) {
    if (startUpFunction >= 0) {
      code.emit(
          new Instruction.Call(startUpFunction, Instruction.NO_REGISTER, ImmutableIntArray.of()));
    }
  }

  // ---------------------------------------------------------------- declarations

  private void all(IASTDeclaration[] declarations) {
    for (IASTDeclaration declaration : declarations) {
      if (unit.diagnostics().full()) {
        return;
      }
      unit.diagnostics().reading(Syntax.lineOf(declaration));
      try {
        one(declaration, ImmutableList.of());
      } catch (Failure failure) {
        unit.report(failure);
      }
    }
  }

  private void one(
      IASTDeclaration declaration, ImmutableList<ICPPASTTemplateParameter> templateParameters) {
    switch (declaration) {
      case IASTFunctionDefinition definition -> define(definition, templateParameters);
      case IASTSimpleDeclaration simple -> simple(simple, templateParameters);
      case ICPPASTTemplateDeclaration template ->
          one(template.getDeclaration(), ImmutableList.copyOf(template.getTemplateParameters()));
      case ICPPASTLinkageSpecification linkage -> all(linkage.getDeclarations());
      case ICPPASTNamespaceDefinition namespace -> all(namespace.getDeclarations());
      case ICPPASTAliasDeclaration alias ->
          unit.global()
              .declare(
                  Names.plain(alias.getAlias()),
                  new Symbol.TypeName(startUp.types().typeId(alias.getMappingTypeId())));
      case ICPPASTStaticAssertDeclaration assertion -> check(startUp, assertion);
      case ICPPASTUsingDeclaration _,
          ICPPASTUsingDirective _,
          ICPPASTNamespaceAlias _,
          ICPPASTExplicitTemplateInstantiation _,
          IASTProblemDeclaration _ -> {}
      case IASTASMDeclaration _ -> throw Failure.notSupported(declaration, "asm");
      default -> throw Failure.notSupported(declaration, "this declaration");
    }
  }

  /** {@code static_assert}. */
  void check(FunctionLowering f, ICPPASTStaticAssertDeclaration assertion) {
    if (f.constant(assertion.getCondition()) == 0) {
      throw Failure.at(
          assertion, "static assertion failed: " + assertion.getCondition().getRawSignature());
    }
  }

  private void simple(
      IASTSimpleDeclaration declaration,
      ImmutableList<ICPPASTTemplateParameter> templateParameters) {
    IASTDeclSpecifier specifier = declaration.getDeclSpecifier();
    boolean template = !templateParameters.isEmpty();
    if (template && declaration.getDeclarators().length == 0) {
      throw Failure.notSupported(declaration, "class templates");
    }
    if (template) {
      if (declaration.getDeclarators()[0] instanceof IASTStandardFunctionDeclarator function) {
        declare(declaration, specifier, function, templateParameters, null);
        return;
      }
      throw Failure.notSupported(declaration, "variable templates");
    }
    CType base;
    try {
      base = TypeReader.isAuto(specifier) ? null : startUp.types().specifier(specifier);
    } catch (Failure wrong) {
      for (IASTDeclarator declarator : declaration.getDeclarators()) {
        unit.global().declare(Names.plain(Names.of(declarator)), new Symbol.Broken());
      }
      throw wrong;
    }
    for (IASTDeclarator declarator : declaration.getDeclarators()) {
      String name = Names.plain(Names.of(declarator));
      try {
        named(declaration, specifier, base, declarator, name);
      } catch (Failure wrong) {
        if (unit.global().findHere(name) == null) {
          unit.global().declare(name, new Symbol.Broken());
        }
        throw wrong;
      }
    }
  }

  private void named(
      IASTSimpleDeclaration declaration,
      IASTDeclSpecifier specifier,
      @Nullable CType base,
      IASTDeclarator declarator,
      String name) {
    CType type =
        startUp
            .types()
            .declared(
                base != null ? base : startUp.declarations().deduced(specifier, declarator),
                declarator);
    Set<String> attributes = Attributes.of(declaration, specifier, declarator);
    if (specifier.getStorageClass() == IASTDeclSpecifier.sc_typedef) {
      unit.global().declare(name, new Symbol.TypeName(type));
    } else if (type instanceof CType.Function) {
      function(declaration, specifier, declarator);
    } else if (attributes.contains("special")) {
      unit.global().declare(name, new Symbol.Identity(type, specialRegister(name)));
    } else if (type instanceof CType.Reference) {
      throw Failure.notSupported(declarator, "references at file scope");
    } else if (attributes.contains("shared")) {
      if (specifier.getStorageClass() != IASTDeclSpecifier.sc_extern) {
        throw Failure.at(declarator, "declare __shared__ '" + name + "' in the kernel");
      }
      startUp.declarations().dynamicShared(unit.global(), name, type);
    } else {
      Storage storage = Attributes.storage(attributes, unit.isOpenShmem());
      variable(startUp, name, type, storage, specifier, declarator);
    }
  }

  private static SpecialRegister specialRegister(String name) {
    return switch (name) {
      case "threadIdx" -> SpecialRegister.THREAD_IDX_X;
      case "blockIdx" -> SpecialRegister.BLOCK_IDX_X;
      case "blockDim" -> SpecialRegister.BLOCK_DIM_X;
      default -> SpecialRegister.GRID_DIM_X;
    };
  }

  // ---------------------------------------------------------------- functions

  private void define(
      IASTFunctionDefinition definition,
      ImmutableList<ICPPASTTemplateParameter> templateParameters) {
    if (!(definition.getDeclarator() instanceof IASTStandardFunctionDeclarator declarator)) {
      throw Failure.notSupported(definition, "functions in the style of old C");
    }
    declare(definition, definition.getDeclSpecifier(), declarator, templateParameters, definition);
  }

  /** A prototype, which may stand inside a function. */
  void function(IASTNode declaration, IASTDeclSpecifier specifier, IASTDeclarator declarator) {
    if (!(declarator instanceof IASTStandardFunctionDeclarator plain)) {
      throw Failure.notSupported(
          declarator, "functions declared with a typedef or in brackets of their own");
    }
    declare(declaration, specifier, plain, ImmutableList.of(), null);
  }

  private void declare(
      IASTNode declaration,
      IASTDeclSpecifier specifier,
      IASTStandardFunctionDeclarator declarator,
      ImmutableList<ICPPASTTemplateParameter> templateParameters,
      @Nullable IASTFunctionDefinition definition) {
    String name = Names.plain(Names.of(declarator));
    FunctionSymbol.Sides sides =
        Attributes.sides(Attributes.of(declaration, specifier, declarator));
    CType.Function type = null;
    if (templateParameters.isEmpty()) {
      CType declared = startUp.types().declared(startUp.types().specifier(specifier), declarator);
      if (!(declared instanceof CType.Function function)) {
        throw Failure.notSupported(declarator, "this declaration of a function");
      }
      type = function;
      for (CType parameter : function.parameters()) {
        if (sides.kernel() && parameter instanceof CType.Reference) {
          throw Failure.at(declarator, "a kernel cannot have reference parameters");
        }
      }
    }
    FunctionSymbol symbol =
        new FunctionSymbol(name, sides, specifier, declarator, templateParameters, type);
    FunctionSet set;
    Symbol known = unit.global().findHere(name);
    if (known instanceof FunctionSet functions) {
      set = functions;
    } else if (known == null) {
      set = new FunctionSet(name);
      unit.global().declare(name, set);
    } else {
      throw Failure.at(declarator, "'" + name + "' is declared as something else before");
    }
    FunctionSymbol merged = merge(set, symbol, definition != null);
    if (definition != null) {
      if (merged.definition() != null) {
        throw Failure.at(declarator, "redefinition of '" + name + "'");
      }
      merged.define(definition);
      definitions.add(merged);
    }
  }

  /** The function that a declaration repeats, or the new one. */
  private FunctionSymbol merge(FunctionSet set, FunctionSymbol symbol, boolean defines) {
    List<FunctionSymbol> overloads = set.overloads();
    for (int i = 0; i < overloads.size(); i++) {
      FunctionSymbol other = overloads.get(i);
      if (same(other, symbol)) {
        boolean replace = defines && other.isTemplate() && other.definition() == null;
        if (replace) {
          overloads.set(i, symbol); // its own names of template parameters count
        }
        return replace ? symbol : other;
      }
      if (unit.isC() && (saysNothing(other) || saysNothing(symbol))) {
        boolean replace = saysNothing(other) && other.definition() == null;
        if (replace) {
          overloads.set(i, symbol);
        }
        return replace ? symbol : other;
      }
      if (unit.isC()) {
        throw Failure.at(
            symbol.declarator(), "'" + symbol.name() + "' is declared with another type before");
      }
    }
    overloads.add(symbol);
    return symbol;
  }

  /** {@code int f();}: in C, it says nothing of the parameters. */
  private static boolean saysNothing(FunctionSymbol function) {
    return function.declarator().getParameters().length == 0;
  }

  private static boolean same(FunctionSymbol a, FunctionSymbol b) {
    CType.Function p = a.type();
    CType.Function q = b.type();
    if (p != null && q != null) {
      return parametersEqual(p, q);
    }
    return p == null
        && q == null
        && a.definition() == null
        && a.templateParameters().size() == b.templateParameters().size()
        && a.declarator().getParameters().length == b.declarator().getParameters().length;
  }

  private static boolean parametersEqual(CType.Function a, CType.Function b) {
    if (a.parameters().size() != b.parameters().size()) {
      return false;
    }
    for (int i = 0; i < a.parameters().size(); i++) {
      if (!a.parameters().get(i).unqualified().equals(b.parameters().get(i).unqualified())) {
        return false;
      }
    }
    return true;
  }

  // ---------------------------------------------------------------- variables

  /** A variable with an address from the start: of file scope, or static in a function. */
  void variable(
      FunctionLowering f,
      String name,
      CType declared,
      Storage storage,
      IASTDeclSpecifier specifier,
      IASTDeclarator declarator) {
    IASTInitializer initialiser = declarator.getInitializer();
    IASTInitializerClause clause = initialiser == null ? null : Initialisers.clauseOf(initialiser);
    CType type = clause == null ? declared : f.initialisers().withLength(declared, clause);
    boolean isExtern =
        specifier.getStorageClass() == IASTDeclSpecifier.sc_extern && initialiser == null;
    boolean atFileScope = f == startUp;
    Symbol known = f.scope().findHere(name);
    if (known instanceof Symbol.Static before && atFileScope) {
      repeated(before, name, type, isExtern, initialiser, declarator);
      return;
    }
    if (known != null) {
      throw Failure.at(declarator, "redeclaration of '" + name + "'");
    }
    TypeReader.checkObject(type, declarator);
    Image image = new Image();
    boolean constant = initialiser == null || fillsImage(f, type, clause, image);
    boolean readOnly =
        type.isConst() || (specifier instanceof ICPPASTDeclSpecifier cpp && cpp.isConstexpr());
    Long value =
        constant && clause != null && readOnly && type.isScalar() && !type.isVolatile()
            ? image.scalar(type)
            : null;
    long address = unit.variable(name, storage, type, image.bytes(), declarator);
    f.scope().declare(name, new Symbol.Static(type, address, storage, value));
    if (isExtern) {
      onlyExtern.put(name, declarator);
    }
    if (!constant || BuiltIns.hasConstructor(type)) {
      if (!atFileScope) {
        throw Failure.notSupported(declarator, "static variables without a constant initialiser");
      }
      initialise(Place.absolute(type.unqualified(), address), storage, initialiser, declarator);
    }
  }

  /** {@code extern int x; int x = 1;}: the object is there already. */
  private void repeated(
      Symbol.Static before,
      String name,
      CType type,
      boolean isExtern,
      @Nullable IASTInitializer initialiser,
      IASTDeclarator declarator) {
    if (!before.type().equals(type)) {
      throw Failure.at(declarator, "'" + name + "' is declared with another type before");
    }
    boolean wasExtern = onlyExtern.containsKey(name);
    if (isExtern) {
      return;
    }
    if (!wasExtern && !unit.isC()) {
      throw Failure.at(declarator, "redefinition of '" + name + "'");
    }
    onlyExtern.remove(name);
    if (initialiser != null) {
      initialise(
          Place.absolute(type.unqualified(), before.address()),
          before.storage(),
          initialiser,
          declarator);
    }
  }

  /** Gives a variable its first value in the start-up code. */
  private void initialise(
      Place place, Storage storage, @Nullable IASTInitializer initialiser, IASTNode node) {
    if (storage == Storage.DEVICE || storage == Storage.DEVICE_CONSTANT) {
      throw Failure.at(node, "a device variable needs a constant initialiser");
    }
    if (startUpFunction < 0) {
      startUpFunction = unit.program().declare(START_UP);
    }
    startUp.at(node);
    IASTInitializerClause clause = initialiser == null ? null : Initialisers.clauseOf(initialiser);
    if (clause != null) {
      startUp.declarations().fill(place, clause, node);
    } else if (initialiser instanceof ICPPASTConstructorInitializer constructor) {
      startUp.builtIns().construct(place, constructor.getArguments(), node);
    } else {
      startUp.builtIns().construct(place, new IASTInitializerClause[0], node);
    }
  }

  /** Writes an initialiser into an image if all of it is known now. */
  private static boolean fillsImage(
      FunctionLowering f, CType type, @Nullable IASTInitializerClause clause, Image image) {
    if (clause == null || BuiltIns.hasConstructor(type)) {
      return false;
    }
    f.dry(() -> {
      f.initialisers().fill(type, clause, image);
      return new Value.Nothing();
    });
    return image.complete();
  }

  /** The first bytes of a variable. */
  private static final class Image implements Initialisers.Sink {
    private static final int MOST_BYTES = 64 << 20;

    private byte[] bytes = new byte[64];
    private int used;
    private boolean complete = true;

    boolean complete() {
      return complete;
    }

    @Override
    public void put(long offset, CType type, Value value, IASTNode node) {
      if (!(value instanceof Constant constant)) {
        complete = false;
        return;
      }
      int size = (int) type.size();
      for (int i = 0; i < size; i++) {
        set(offset + i, (byte) (constant.bits() >>> (8 * i)), node);
      }
    }

    @Override
    public void putText(long offset, ImmutableIntArray text, IASTNode node) {
      for (int i = 0; i < text.length(); i++) {
        set(offset + i, (byte) text.get(i), node);
      }
    }

    private void set(long at, byte value, IASTNode node) {
      if (at >= MOST_BYTES) {
        throw Failure.notSupported(node, "more than 64 MiB of initial values");
      }
      if (at >= bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.max(2L * bytes.length, at + 1));
      }
      bytes[(int) at] = value;
      if (value != 0) {
        used = (int) Math.max(used, at + 1);
      }
    }

    long scalar(CType type) {
      long raw = 0;
      for (int i = 0; i < type.size(); i++) {
        raw |= (bytes[i] & 0xFFL) << (8 * i);
      }
      return type.register().canonical(raw);
    }

    /** The bytes up to the last one that is not zero; none if a part is not known. */
    ImmutableIntArray bytes() {
      ImmutableIntArray.Builder out = ImmutableIntArray.builder();
      for (int i = 0; i < (complete ? used : 0); i++) {
        out.add(bytes[i] & 0xFF);
      }
      return out.build();
    }
  }
}
