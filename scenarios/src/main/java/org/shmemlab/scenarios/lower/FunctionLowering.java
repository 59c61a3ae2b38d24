package org.shmemlab.scenarios.lower;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.code.Folding;
import org.shmemlab.scenarios.lower.Value.Computed;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.parse.Syntax;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.VoidType;

/**
 * What is known while one function is lowered: its scope, its code so far, and the parts that lower
 * each group of constructs. The start-up code of file scope is a function, too.
 */
final class FunctionLowering {
  private final Unit unit;
  private final boolean onDevice;
  private final Map<IASTExpression, Optional<Constant>> constants = new HashMap<>();
  private final Set<IASTExpression> worked = new HashSet<>(); // dry values that take instructions
  private final Map<IASTExpression, Value> dryValues = new HashMap<>();
  private final Map<String, CodeBuilder.Label> labels = new HashMap<>();
  private CodeBuilder code;
  private Scope scope;
  private Set<String> addressTaken = Set.of();
  private CType result = VoidType.VOID;
  private int resultAddress = Instruction.NO_REGISTER;

  private final TypeReader types = new TypeReader(this);
  private final Conversions conversions = new Conversions(this);
  private final Operators operators = new Operators(this);
  private final Conditions conditions = new Conditions(this);
  private final Expressions expressions = new Expressions(this);
  private final Calls calls = new Calls(this);
  private final LibraryCalls libraryCalls = new LibraryCalls(this);
  private final Launches launches = new Launches(this);
  private final BuiltIns builtIns = new BuiltIns(this);
  private final Initialisers initialisers = new Initialisers(this);
  private final Declarations declarations = new Declarations(this);
  private final Statements statements = new Statements(this);
  private final Templates templates = new Templates(this);
  private final OpenMp openMp = new OpenMp(this);

  FunctionLowering(Unit unit, boolean onDevice, Scope scope, CodeBuilder code) {
    this.unit = unit;
    this.onDevice = onDevice;
    this.scope = scope;
    this.code = code;
  }

  /** Says what the function gives: a scalar, nothing, or a structure at an address it is handed. */
  void returns(CType type, int address) {
    result = type;
    resultAddress = address;
  }

  CType result() {
    return result;
  }

  int resultAddress() {
    return resultAddress;
  }

  void addressTaken(Set<String> names) {
    addressTaken = names;
  }

  boolean isAddressTaken(String name) {
    return addressTaken.contains(name);
  }

  // ---------------------------------------------------------------- parts

  Unit unit() {
    return unit;
  }

  boolean onDevice() {
    return onDevice;
  }

  CodeBuilder code() {
    return code;
  }

  TypeReader types() {
    return types;
  }

  Conversions conversions() {
    return conversions;
  }

  Operators operators() {
    return operators;
  }

  Conditions conditions() {
    return conditions;
  }

  Expressions expressions() {
    return expressions;
  }

  Calls calls() {
    return calls;
  }

  LibraryCalls libraryCalls() {
    return libraryCalls;
  }

  Launches launches() {
    return launches;
  }

  BuiltIns builtIns() {
    return builtIns;
  }

  Initialisers initialisers() {
    return initialisers;
  }

  Declarations declarations() {
    return declarations;
  }

  Statements statements() {
    return statements;
  }

  OpenMp openMp() {
    return openMp;
  }

  Templates templates() {
    return templates;
  }

  // ---------------------------------------------------------------- scope and place

  Scope scope() {
    return scope;
  }

  /** Runs something inside a new block. */
  void inBlock(Runnable body) {
    Scope outer = scope;
    scope = new Scope(outer);
    try {
      body.run();
    } finally {
      scope = outer;
    }
  }

  /** Sets the source line of the instructions that follow. */
  void at(IASTNode node) {
    SourceLine line = Syntax.lineOf(node);
    if (line.line() != 0) {
      code.at(line);
      unit.diagnostics().reading(line);
    }
  }

  /** The label of a {@code goto}'s name, placed or not. */
  CodeBuilder.Label label(String name) {
    return labels.computeIfAbsent(name, _ -> code.label());
  }

  // ---------------------------------------------------------------- values

  /** An object in the frame that the source does not name. */
  Place temporary(CType type) {
    int slot = code.slot("temporary", Math.toIntExact(Math.max(type.size(), 1)));
    return new Place(type, code.slotAddress(slot), 0, true);
  }

  /** A scalar's value in a register of its own. */
  Value copy(Value value) {
    int dst = code.register();
    code.emit(new Instruction.Move(dst, conversions.register(value)));
    return new Computed(value.type(), dst);
  }

  /** What an expression denotes, without emitting anything. */
  Value dry(Supplier<Value> evaluation) {
    CodeBuilder real = code;
    code = new CodeBuilder("", false, List.of(), real.line());
    try {
      return evaluation.get();
    } finally {
      code = real;
    }
  }

  /** As {@link #dry}, remembered: the conversions of an expression's value included. */
  Value dryValue(IASTExpression expression) {
    Value known = dryValues.get(expression);
    if (known == null) {
      known =
          dry(() -> {
            Value value = conversions.rvalue(expressions.value(expression), expression);
            if (code.emitted()) {
              worked.add(expression);
            }
            return value;
          });
      dryValues.put(expression, known);
    }
    return known;
  }

  /** The type of an expression that is not run. */
  CType typeOf(IASTExpression expression) {
    Value value = dry(() -> expressions.value(expression));
    return switch (value) {
      case Value.Code code -> calls.functionPointer(code, expression).type();
      default -> value.type();
    };
  }

  /** The value of an expression if it is known now and nothing has to be done for it, else null. */
  @Nullable Constant constantOrNull(IASTExpression expression) {
    Optional<Constant> known = constants.get(expression);
    if (known == null) {
      Value value = dryValue(expression);
      known =
          value instanceof Constant constant && !worked.contains(expression)
              ? Optional.of(constant)
              : Optional.empty();
      constants.put(expression, known);
    }
    return known.orElse(null);
  }

  /** The truth of a condition if it is known now, else null. */
  @Nullable Boolean knownTruth(IASTExpression condition) {
    Constant constant = constantOrNull(condition);
    return constant == null
        ? null
        : Boolean.valueOf(Folding.truth(constant.type().register(), constant.bits()));
  }

  /** The value of an expression that must be an integer constant. */
  long constant(IASTExpression expression) {
    Constant constant = constantOrNull(expression);
    if (constant == null || !constant.type().isInteger()) {
      throw Failure.at(expression, "'" + expression.getRawSignature() + "' is no integer constant");
    }
    return constant.bits();
  }
}
