package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.KernelLaunch;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;

/**
 * {@code kernel<<<grid, block, shared, stream>>>(arguments)}, which arrives here as a call of the
 * result of a call (see {@code LaunchSyntax}). Source: CUDA C++ Programming Guide, "Execution
 * Configuration".
 */
final class Launches {
  private final FunctionLowering f;

  Launches(FunctionLowering f) {
    this.f = f;
  }

  /** Whether a call is the configuration of a launch: what its callee gives cannot be called. */
  boolean isLaunch(IASTFunctionCallExpression configuration) {
    IASTExpression callee = configuration.getFunctionNameExpression();
    if (!(callee instanceof IASTIdExpression id)) {
      return false;
    }
    Symbol symbol = f.scope().find(Names.plain(id.getName()));
    return switch (symbol) {
      case FunctionSet functions ->
          hasKernel(functions) || functions.overloads().stream().noneMatch(Launches::givesPointer);
      case Symbol.InRegister variable -> isKernelPointer(variable.type());
      case Symbol.InSlot variable -> isKernelPointer(variable.type());
      case Symbol.Static variable -> isKernelPointer(variable.type());
      case null, default -> false;
    };
  }

  private static boolean hasKernel(FunctionSet functions) {
    return functions.overloads().stream().anyMatch(FunctionSymbol::isKernel);
  }

  /** Whether what a function gives could be called: then a call of its call is no launch. */
  private static boolean givesPointer(FunctionSymbol function) {
    CType.Function type = function.type();
    return type == null || type.result().isPointer();
  }

  private static boolean isKernelPointer(CType type) {
    return type.unqualified() instanceof CType.Pointer pointer
        && pointer.target().unqualified() instanceof CType.Function function
        && function.result().isVoid();
  }

  Value launch(IASTFunctionCallExpression configuration, IASTFunctionCallExpression node) {
    if (f.onDevice()) {
      throw Failure.notSupported(node, "launches from device code");
    }
    IASTInitializerClause[] settings = configuration.getArguments();
    if (settings.length < 2 || settings.length > 4) {
      throw Failure.at(node, "a launch is configured by <<<grid, block, shared, stream>>>");
    }
    Value callee = f.expressions().value(configuration.getFunctionNameExpression());
    CType.Function type;
    FunctionSymbol function = null;
    Value address;
    if (callee instanceof Value.Code code) {
      if (!hasKernel(code.functions())) {
        throw Failure.at(node, "'" + code.functions().name() + "' is no __global__ function");
      }
      Calls.Choice choice = f.calls().choose(code, node.getArguments(), node);
      function = choice.function();
      type = choice.type();
      int index = f.unit().instance(choice, true, node);
      address = new Constant(CType.Pointer.TO_ANYTHING, Address.ofFunction(index));
    } else {
      address = f.conversions().rvalue(callee, node);
      type = (CType.Function) ((CType.Pointer) address.type()).target().unqualified();
    }
    int kernel = f.conversions().register(address);
    KernelLaunch.Extent grid = extent(settings[0]);
    KernelLaunch.Extent block = extent(settings[1]);
    int shared = setting(settings, 2, Arithmetic.UNSIGNED_LONG, node);
    int stream = setting(settings, 3, streamType(), node);
    ImmutableIntArray.Builder arguments = ImmutableIntArray.builder();
    f.calls().arguments(function, type, node.getArguments(), node, arguments);
    int array = argumentArray(type.parameters(), arguments.build());
    f.at(node);
    new KernelLaunch(kernel, grid, block, shared, stream, array)
        .emit(f.code(), KernelLaunch.Manner.PLAIN);
    return new Value.Nothing();
  }

  private static CType streamType() {
    return CType.Pointer.TO_ANYTHING;
  }

  private KernelLaunch.Extent extent(IASTInitializerClause clause) {
    CType dim3 = f.scope().findType("dim3");
    if (dim3 == null) {
      throw Failure.at(clause, "a launch needs <cuda_runtime.h>");
    }
    Value value = f.initialisers().clause(clause, dim3);
    Value extent = f.conversions().rvalue(value, clause);
    if (extent.type().isInteger()) {
      int x = f.conversions().register(f.conversions().scalar(extent, Arithmetic.UNSIGNED, clause));
      return new KernelLaunch.Extent(x, f.code().constant(1), f.code().constant(1));
    }
    if (!(f.conversions().implicit(extent, dim3, clause) instanceof Place place)) {
      throw Failure.at(clause, "'" + extent.type() + "' is no extent of a grid");
    }
    int address = f.conversions().register(f.conversions().addressOf(place));
    return KernelLaunch.Extent.load(f.code(), address);
  }

  private int setting(IASTInitializerClause[] settings, int index, CType type, IASTNode node) {
    if (index >= settings.length) {
      return f.code().constant(0);
    }
    Value value = f.initialisers().clause(settings[index], type);
    return f.conversions().register(f.conversions().implicit(value, type, node));
  }

  /** An array of pointers to the arguments, as cudaLaunchKernel takes it. */
  private int argumentArray(ImmutableList<CType> types, ImmutableIntArray arguments) {
    CType pointers = new CType.Array(CType.Pointer.TO_ANYTHING, Math.max(types.size(), 1));
    Place array = f.temporary(pointers);
    for (int i = 0; i < types.size(); i++) {
      CType type = types.get(i);
      int address = arguments.get(i);
      if (type.isScalar()) {
        Place copy = f.temporary(type.unqualified());
        f.conversions().store(copy, address);
        address = f.conversions().register(copy);
      }
      f.code().emit(new Instruction.Store(ScalarType.U64, array.base(), 8 * i, address, false));
    }
    return array.base();
  }
}
