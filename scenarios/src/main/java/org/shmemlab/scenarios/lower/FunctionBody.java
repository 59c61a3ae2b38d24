package org.shmemlab.scenarios.lower;

import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTParameterDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStandardFunctionDeclarator;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTFunctionDefinition;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.parse.Syntax;
import org.shmemlab.scenarios.types.CType;

/** One function from its parameters to its last return. */
final class FunctionBody {
  private FunctionBody() {}

  /** The code of a function; whole only where nothing was reported. */
  static CodeBuilder lower(Unit unit, Calls.Choice choice, boolean onDevice) {
    FunctionSymbol function = choice.function();
    CType.Function type = choice.type();
    IASTFunctionDefinition definition = function.definition();
    if (definition == null) {
      throw Failure.at(function.declarator(), "'" + function.name() + "' is not defined");
    }
    if (type.variadic()) {
      throw Failure.notSupported(definition, "functions of one's own with '...'");
    }
    if (definition instanceof ICPPASTFunctionDefinition cpp
        && cpp.getMemberInitializers().length > 0) {
      throw Failure.notSupported(definition, "constructors");
    }
    if (function.isKernel() && !type.result().isVoid()) {
      throw Failure.at(definition, "kernel '" + function.name() + "' must give void");
    }
    for (CType parameter : type.parameters()) {
      if (!(parameter instanceof CType.Reference) && !parameter.isComplete()) {
        throw Failure.at(definition, "a parameter of the incomplete type '" + parameter + "'");
      }
    }
    CodeBuilder code =
        new CodeBuilder(
            function.name(), function.isKernel(), Unit.parameters(type), Syntax.lineOf(definition));
    Scope arguments = unit.reader(unit.global()).templates().scope(function, choice.arguments());
    FunctionLowering f = new FunctionLowering(unit, onDevice, new Scope(arguments), code);
    f.addressTaken(AddressTaken.in(definition.getBody(), unit.global()));
    boolean isMain = function.name().equals("main");
    if (isMain) {
      unit.fileScope().callStartUp(code);
    }
    int first = type.result().isStruct() ? 1 : 0;
    f.returns(type.result(), first == 1 ? 0 : Instruction.NO_REGISTER);
    IASTParameterDeclaration[] parameters =
        ((IASTStandardFunctionDeclarator) definition.getDeclarator()).getParameters();
    for (int i = 0; i < type.parameters().size(); i++) {
      parameter(f, parameters[i], type.parameters().get(i), first + i);
    }
    f.statements().lower(definition.getBody());
    f.statements().finish();
    f.code().at(endOf(definition));
    if (isMain && !type.result().isVoid()) {
      f.statements().returnZero();
    }
    return code;
  }

  private static void parameter(
      FunctionLowering f, IASTParameterDeclaration node, CType type, int register) {
    String name = Names.plain(Names.of(node.getDeclarator()));
    if (name.isEmpty()) {
      return;
    }
    Symbol symbol;
    if (type instanceof CType.Reference reference) {
      symbol = new Symbol.AtAddress(reference.target(), register);
    } else if (type.isStruct()) {
      symbol = new Symbol.AtAddress(type, register);
    } else if (f.isAddressTaken(name) || type.isVolatile()) {
      int slot = f.code().slot(name, Math.toIntExact(type.size()));
      f.conversions().store(Place.at(type, f.code().slotAddress(slot), 0), register);
      symbol = new Symbol.InSlot(type, slot);
    } else {
      symbol = new Symbol.InRegister(type, register);
    }
    f.scope().declare(name, symbol);
  }

  private static SourceLine endOf(IASTFunctionDefinition definition) {
    var location = definition.getFileLocation();
    return location == null
        ? Syntax.lineOf(definition)
        : new SourceLine(location.getFileName(), location.getEndingLineNumber());
  }
}
