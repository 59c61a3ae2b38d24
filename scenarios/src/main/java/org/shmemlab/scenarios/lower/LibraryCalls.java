package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.scenarios.api.ApiFunction;
import org.shmemlab.scenarios.api.ApiType;
import org.shmemlab.scenarios.api.CallLowering;
import org.shmemlab.scenarios.api.CallSite;
import org.shmemlab.scenarios.api.Field;
import org.shmemlab.scenarios.api.Prototype;
import org.shmemlab.scenarios.lower.Value.Computed;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.StructType;

/** Calls of library functions: choosing the prototype, converting, handing over to {@code api}. */
final class LibraryCalls {
  private final FunctionLowering f;

  LibraryCalls(FunctionLowering f) {
    this.f = f;
  }

  Value call(Value.Library library, IASTFunctionCallExpression node) {
    List<Prototype> candidates = new ArrayList<>(library.prototypes());
    candidates.removeIf(prototype -> !prototype.side().allows(f.onDevice()));
    if (candidates.isEmpty()) {
      String side = f.onDevice() ? "device" : "host";
      throw Failure.at(node, library.name() + " cannot be called from " + side + " code");
    }
    int given = node.getArguments().length;
    int declared = candidates.get(0).parameterCount();
    candidates.removeIf(prototype -> !prototype.accepts(given));
    if (candidates.isEmpty()) {
      throw Failure.at(
          node,
          "wrong number of arguments to "
              + library.name()
              + ": "
              + given
              + " given, "
              + declared
              + " declared");
    }
    return call(candidates.get(0), library.arguments(), node);
  }

  private Value call(
      Prototype prototype,
      ImmutableList<TemplateArgument> explicit,
      IASTFunctionCallExpression node) {
    List<@Nullable Value> values = new ArrayList<>();
    List<CType> types = new ArrayList<>();
    for (IASTInitializerClause argument : node.getArguments()) {
      Value value =
          argument instanceof IASTExpression expression ? f.expressions().value(expression) : null;
      if (value instanceof Value.Code || value instanceof Value.Identity) {
        value = f.conversions().rvalue(value, argument);
      }
      if (value != null
          && explicit.size() == 1
          && explicit.get(0) instanceof TemplateArgument.OfType said) {
        value = f.conversions().implicit(value, said.type(), argument);
      }
      values.add(value);
      types.add(value == null ? Arithmetic.INT : value.type());
    }
    PrototypeTypes.Resolution resolution =
        new PrototypeTypes(prototype, f.unit().typeNames()).resolve(types, !f.unit().isC());
    PrototypeTypes.Success function =
        switch (resolution) {
          case PrototypeTypes.Success success -> success;
          case PrototypeTypes.Failure failure -> throw Failure.at(node, failure.message());
        };
    Site site = new Site(function.function(), node);
    for (int i = 0; i < Math.max(values.size(), prototype.parameterCount()); i++) {
      Value value = i < values.size() ? values.get(i) : null;
      if (i >= function.parameters().size()) {
        site.add(promoted(value, node.getArguments()[i]));
        continue;
      }
      CType parameter = function.parameters().get(i);
      if (i >= values.size()) {
        site.add(f.conversions().scalar(constant(prototype, i), parameter, node));
      } else {
        IASTInitializerClause clause = node.getArguments()[i];
        Value given = value == null ? f.initialisers().clause(clause, parameter) : value;
        site.add(convert(given, parameter, clause), parameter);
      }
    }
    f.at(node);
    return emit(site, function.result(), node);
  }

  private static Constant constant(Prototype prototype, int parameter) {
    return new Constant(Arithmetic.LONG, prototype.defaultValue(parameter));
  }

  private Value convert(Value value, CType parameter, IASTNode node) {
    if (parameter instanceof CType.Reference reference) {
      return f.declarations().bind(value, reference.target(), node);
    }
    return f.conversions().implicit(value, parameter, node);
  }

  /** C's default argument promotions (ISO C 17, 6.5.2.2). */
  private Value promoted(@Nullable Value given, IASTNode node) {
    if (given == null) {
      throw Failure.at(node, "a list cannot be passed to '...'");
    }
    Value value = f.conversions().rvalue(given, node);
    if (value.type().isPointer()) {
      return value;
    }
    if (value.type().isStruct()) {
      throw Failure.at(node, "a structure cannot be passed to '...'");
    }
    boolean isFloat = value.type().unqualified() == Arithmetic.FLOAT;
    return isFloat
        ? f.conversions().scalar(value, Arithmetic.DOUBLE, node)
        : f.conversions().promoted(value, node);
  }

  private Value emit(Site site, CType result, IASTNode node) {
    CallLowering lowering = f.unit().lowerings().of(site.function().family());
    if (lowering == null) {
      throw Failure.notSupported(node, site.function().name());
    }
    int register = lowering.lower(site);
    if (result.isVoid()) {
      return new Value.Nothing();
    }
    return result.isStruct()
        ? new Place(result, register, 0, true)
        : new Computed(result.unqualified(), register);
  }

  /** One call on its way to {@code api}. */
  private final class Site implements CallSite {
    private final ApiFunction function;
    private final IASTNode node;
    private final List<Value> values = new ArrayList<>();
    private final List<Integer> registers = new ArrayList<>();
    private final List<CType> types = new ArrayList<>();

    Site(ApiFunction function, IASTNode node) {
      this.function = function;
      this.node = node;
    }

    void add(Value value) {
      add(value, value.type());
    }

    void add(Value value, CType type) {
      values.add(value);
      registers.add(f.conversions().register(value));
      types.add(type);
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
      return values.get(index) instanceof Constant constant
          ? OptionalLong.of(constant.bits())
          : OptionalLong.empty();
    }

    @Override
    public ApiType argumentType(int index) {
      return PrototypeTypes.known(types.get(index));
    }

    @Override
    public int objectBytes(int index) {
      return Math.toIntExact(pointedTo(index).size());
    }

    @Override
    public Field field(int index, String... path) {
      CType type = pointedTo(index);
      long offset = 0;
      for (String name : path) {
        StructType.Member member = type instanceof StructType struct ? struct.member(name) : null;
        if (member == null) {
          throw new IllegalStateException("our header's " + type + " has no member " + name);
        }
        type = member.type().unqualified();
        offset += member.offset();
      }
      CType element = type instanceof CType.Array array ? array.element() : type;
      return new Field(element.register(), Math.toIntExact(offset));
    }

    private CType pointedTo(int index) {
      CType type = types.get(index).unqualified();
      return type instanceof CType.Pointer pointer ? pointer.target().unqualified() : type;
    }

    @Override
    public boolean onDevice() {
      return f.onDevice();
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
      return Failure.at(node, message);
    }
  }
}
