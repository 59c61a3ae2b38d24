package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.api.catalogue.Prototype;
import org.shmemlab.scenarios.api.catalogue.TypePattern;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Field;

/**
 * Compiles calls of NVSHMEM and CUDA: the prototype is chosen, arguments convert, {@code api} does
 * the rest.
 */
final class LibraryCalls {
  private final FunctionBuilder f;

  LibraryCalls(FunctionBuilder f) {
    this.f = f;
  }

  /** The result of a call; its arguments are evaluated already. */
  ExpressionValue call(Prototype prototype, Expression.Call call, List<ExpressionValue> values) {
    Type element = element(prototype, values, call);
    Type result = type(prototype.patterns().result(), element, call);
    Site site = new Site(prototype.with(element.known(), result.known()), call.line());
    for (int i = 0; i < Math.max(values.size(), prototype.parameterCount()); i++) {
      if (i >= prototype.parameterCount()) {
        site.add(promoted(values.get(i), call.line()));
        continue;
      }
      Type parameter = type(prototype.patterns().parameters().get(i).type(), element, call);
      ExpressionValue given =
          i < values.size()
              ? values.get(i)
              : new ExpressionValue.Constant(Type.Numeric.LONG, prototype.defaultValue(i));
      int line = i < values.size() ? call.arguments().get(i).line() : call.line();
      site.add(f.conversions().implicit(given, parameter, line));
    }
    f.code().at(f.unit().line(call.line()));
    CallLowering lowering = f.unit().vocabulary().lowering(site.function().family());
    if (lowering == null) {
      throw new StatementError(call.line(), "not supported yet: " + call.name());
    }
    int register = lowering.lower(site);
    return result.equals(Type.Incomplete.VOID)
        ? new ExpressionValue.Nothing()
        : new ExpressionValue.Computed(result, register);
  }

  // ---------------------------------------------------------------- prototypes

  /** The prototype of the function that is called. */
  Prototype prototype(Expression.Call call) {
    ImmutableList<Prototype> declared = f.unit().vocabulary().calls(call.name());
    if (declared.isEmpty()) {
      throw new StatementError(
          call.line(),
          Catalogue.isLibraryName(call.name())
              ? "not supported yet: " + call.name()
              : "'" + call.name() + "' was not declared");
    }
    List<Prototype> candidates = new ArrayList<>(declared);
    candidates.removeIf(prototype -> !prototype.side().allows(f.onDevice()));
    if (candidates.isEmpty()) {
      String side = f.onDevice() ? "device" : "host";
      throw new StatementError(
          call.line(), call.name() + " cannot be called from " + side + " code");
    }
    int given = call.arguments().size();
    int parameters = candidates.get(0).parameterCount();
    candidates.removeIf(prototype -> !prototype.accepts(given));
    if (candidates.isEmpty()) {
      throw new StatementError(
          call.line(),
          ("wrong number of arguments to " + call.name() + ": " + given + " given, ")
              + (parameters + " declared"));
    }
    return candidates.get(0);
  }

  /** The type that the T of a prototype stands for; void where there is none. */
  private Type element(Prototype prototype, List<ExpressionValue> arguments, Expression.Call call) {
    String said = prototype.element();
    if (said != null) {
      return named(said, call);
    }
    NumberType common = null;
    boolean real = false;
    for (int i = 0; i < Math.min(prototype.parameterCount(), arguments.size()); i++) {
      TypePattern pattern = prototype.patterns().parameters().get(i).type();
      Type argument = arguments.get(i).type();
      if (pattern.base().equals(TypePattern.ELEMENT)) {
        return pointedTo(argument, pattern.pointers(), call);
      }
      if (pattern.isDeduced()) {
        real |= pattern.base().equals(TypePattern.REAL);
        NumberType number = Conversions.number(argument, call.line());
        common = common == null ? number.promoted() : NumberType.common(common, number);
      }
    }
    if (real && common != NumberType.FLOAT) {
      return new Type.Numeric(NumberType.DOUBLE);
    }
    return common == null ? Type.Incomplete.VOID : new Type.Numeric(common);
  }

  private static Type pointedTo(Type argument, int pointers, Expression.Call call) {
    Type type = argument;
    for (int i = 0; i < pointers; i++) {
      type =
          switch (type) {
            case Type.Array array -> array.element();
            case Type.Pointer pointer -> pointer.target();
            default ->
                throw new StatementError(
                    call.line(), "no form of " + call.name() + " takes these arguments");
          };
    }
    return type;
  }

  private Type type(TypePattern pattern, Type element, Expression.Call call) {
    if (pattern.reference()) {
      throw noType(pattern.base() + " &", call);
    }
    Type type = pattern.isDeduced() ? element : base(pattern, call);
    for (int i = 0; i < pattern.pointers(); i++) {
      type = new Type.Pointer(type, i == 0 && pattern.constant(), false);
    }
    if (type instanceof Type.Incomplete && !type.equals(Type.Incomplete.VOID)) {
      throw noType(pattern.base(), call);
    }
    return type;
  }

  /** Of a structure litmus tests can have the address, if only that of none. */
  private Type base(TypePattern pattern, Expression.Call call) {
    Type known = f.unit().vocabulary().type(pattern.base());
    return known == null && pattern.pointers() > 0
        ? new Type.Incomplete(pattern.base())
        : named(pattern.base(), call);
  }

  private Type named(String words, Expression.Call call) {
    Type type = f.unit().vocabulary().type(words);
    if (type == null) {
      throw noType(words, call);
    }
    return type;
  }

  private static StatementError noType(String words, Expression.Call call) {
    return new StatementError(
        call.line(),
        call.name() + " needs the type '" + words + "', which a litmus test does not have");
  }

  /** C's default argument promotions (ISO C 17, 6.5.2.2). */
  private ExpressionValue promoted(ExpressionValue given, int line) {
    ExpressionValue value = f.conversions().rvalue(given, line);
    if (value.type().isPointer()) {
      return value;
    }
    boolean isFloat = value.type().equals(new Type.Numeric(NumberType.FLOAT));
    return isFloat
        ? f.conversions().scalar(value, new Type.Numeric(NumberType.DOUBLE))
        : f.conversions().promoted(value, line);
  }

  // ---------------------------------------------------------------- the call for its lowering

  private final class Site implements CallSite {
    private final ApiFunction function;
    private final int line;
    private final List<ExpressionValue> values = new ArrayList<>();
    private final List<Integer> registers = new ArrayList<>();

    Site(ApiFunction function, int line) {
      this.function = function;
      this.line = line;
    }

    void add(ExpressionValue value) {
      values.add(value);
      registers.add(f.conversions().register(value));
    }

    @Override
    public ApiFunction function() {
      return function;
    }

    @Override
    public int argumentCount() {
      return registers.size();
    }

    @Override
    public int argument(int index) {
      return registers.get(index);
    }

    @Override
    public OptionalLong constant(int index) {
      @Nullable ExpressionValue value = values.get(index);
      return value instanceof ExpressionValue.Constant constant
          ? OptionalLong.of(constant.bits())
          : OptionalLong.empty();
    }

    @Override
    public ApiType argumentType(int index) {
      return values.get(index).type().known();
    }

    @Override
    public int objectBytes(int index) {
      throw structure();
    }

    @Override
    public Field field(int index, String... path) {
      throw structure();
    }

    private StatementError structure() {
      return new StatementError(
          line, function.name() + " needs a structure; litmus tests have none");
    }

    @Override
    public boolean onDevice() {
      return f.onDevice();
    }

    @Override
    public boolean inColumn() {
      return true;
    }

    @Override
    public CodeBuilder code() {
      return f.code();
    }

    @Override
    public int synthesised(
        String name, ImmutableList<Parameter> parameters, Consumer<CodeBuilder> body) {
      return f.unit().synthesised(name, parameters, body, f.code().line());
    }

    @Override
    public RuntimeException error(String message) {
      return new StatementError(line, message);
    }
  }
}
