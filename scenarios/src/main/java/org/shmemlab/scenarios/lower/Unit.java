package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Variable;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.Catalogue;
import org.shmemlab.scenarios.api.Prototype;
import org.shmemlab.scenarios.code.Tidying;
import org.shmemlab.scenarios.parse.Syntax;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.types.CType;

/** Lowers one source to a program: what all its functions share, and which of them are needed. */
public final class Unit {
  /** Most functions, template instances included: templates that breed end here. */
  private static final int MAX_FUNCTIONS = 10_000;

  private final Syntax syntax;
  private final Diagnostics diagnostics;
  private final Catalogue catalogue;
  private final CallLowerings lowerings;
  private final Program.Builder program;
  private final Scope global = new Scope(null);
  private final Map<Instance, Integer> instances = new HashMap<>();
  private final Map<String, Integer> synthesised = new HashMap<>();
  private final Deque<Runnable> pending = new ArrayDeque<>();
  private final FileScope fileScope;
  private String functionName = "";

  /** One copy of a function: templates have one for each use, some functions one for each side. */
  private record Instance(
      FunctionSymbol function, boolean onDevice, ImmutableList<TemplateArgument> arguments) {}

  private Unit(
      Syntax syntax, Diagnostics diagnostics, Catalogue catalogue, CallLowerings lowerings) {
    this.syntax = syntax;
    this.diagnostics = diagnostics;
    this.catalogue = catalogue;
    this.lowerings = lowerings;
    this.program = Program.builder(syntax.file().path());
    this.fileScope = new FileScope(this);
  }

  /** The program that a source says, or null: the diagnostics say why. */
  public static @Nullable Program lower(
      Syntax syntax, Diagnostics diagnostics, Catalogue catalogue, CallLowerings lowerings) {
    Unit unit = new Unit(syntax, diagnostics, catalogue, lowerings);
    unit.fileScope.declareAll(syntax.tree());
    int main = unit.fileScope.start();
    while (!unit.pending.isEmpty() && !diagnostics.full()) {
      unit.pending.poll().run();
    }
    if (diagnostics.hasErrors()) {
      return null;
    }
    return unit.program.build(main, unit.isOpenShmem() ? HeapSide.HOST : HeapSide.DEVICE);
  }

  // ---------------------------------------------------------------- facts

  Syntax syntax() {
    return syntax;
  }

  boolean isC() {
    return syntax.file().isC();
  }

  /** Whether the symmetric heap is host memory, and globals are symmetric. */
  boolean isOpenShmem() {
    return syntax.headers().contains("shmem.h") && !syntax.headers().contains("nvshmem.h");
  }

  Program.Builder program() {
    return program;
  }

  Scope global() {
    return global;
  }

  FileScope fileScope() {
    return fileScope;
  }

  CallLowerings lowerings() {
    return lowerings;
  }

  TypeNames typeNames() {
    return global::findType;
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }

  /** The source's name of the function being lowered. */
  String functionName() {
    return functionName;
  }

  // ---------------------------------------------------------------- findings

  void report(Failure failure) {
    if (!failure.reported()) {
      diagnostics.error(failure.line(), failure.text());
    }
  }

  void warning(IASTNode node, String message) {
    diagnostics.warning(Syntax.lineOf(node), message);
  }

  // ---------------------------------------------------------------- library

  /** The prototypes of a library name whose header is included. */
  ImmutableList<Prototype> prototypes(String name, IASTNode node) {
    ImmutableList<Prototype> all = catalogue.find(name);
    ImmutableList.Builder<Prototype> declared = ImmutableList.builder();
    for (Prototype prototype : all) {
      if (prototype.header().equals("none") || syntax.headers().contains(prototype.header())) {
        declared.add(prototype);
      }
    }
    ImmutableList<Prototype> found = declared.build();
    if (found.isEmpty() && !all.isEmpty()) {
      throw Failure.at(
          node, "'" + name + "' was not declared; include <" + all.get(0).header() + ">");
    }
    return found;
  }

  // ---------------------------------------------------------------- functions and variables

  /** Something that only reads types and constants in a scope; its code is thrown away. */
  FunctionLowering reader(Scope scope) {
    SourceLine line = new SourceLine(syntax.file().path(), 0);
    return new FunctionLowering(this, false, scope, new CodeBuilder("", false, List.of(), line));
  }

  /** The index of a copy of a function, which will be lowered if it is not already. */
  int instance(Calls.Choice choice, boolean onDevice, IASTNode use) {
    FunctionSymbol function = choice.function();
    boolean allowed = onDevice ? function.sides().device() : function.sides().host();
    if (!allowed && !(function.isKernel() && onDevice) && !Syntax.isOurs(function.declarator())) {
      String where = onDevice ? "device" : "host";
      String word = onDevice ? "__device__" : "__host__";
      throw Failure.at(
          use, "'" + function.name() + "' is called from " + where + " code but is not " + word);
    }
    Instance key = new Instance(function, onDevice, choice.arguments());
    Integer known = instances.get(key);
    if (known != null) {
      return known;
    }
    if (function.definition() == null) {
      throw Failure.at(use, "'" + function.name() + "' is declared but not defined");
    }
    if (instances.size() >= MAX_FUNCTIONS) {
      throw Failure.at(use, "more than " + MAX_FUNCTIONS + " functions; do templates recurse?");
    }
    int index = program.declare(function.name());
    instances.put(key, index);
    pending.add(() -> define(index, choice, onDevice));
    return index;
  }

  private void define(int index, Calls.Choice choice, boolean onDevice) {
    String outer = functionName;
    functionName = choice.function().name();
    try {
      CodeBuilder code = FunctionBody.lower(this, choice, onDevice);
      if (!diagnostics.hasErrors()) {
        program.define(index, Tidying.tidy(code.build()));
      }
    } catch (Failure failure) {
      report(failure);
    } finally {
      functionName = outer;
    }
  }

  /** The index of a function that we make ourselves, built once per name. */
  int synthesised(
      String name,
      ImmutableList<Parameter> parameters,
      Consumer<CodeBuilder> body,
      SourceLine line) {
    Integer known = synthesised.get(name);
    if (known != null) {
      return known;
    }
    int index = program.declare(name);
    synthesised.put(name, index);
    CodeBuilder code = new CodeBuilder(name, false, parameters, line);
    body.accept(code);
    program.define(index, code.build());
    return index;
  }

  /** Adds a variable to the program; gives its address. */
  long variable(
      String name, Variable.Storage storage, CType type, ImmutableIntArray image, IASTNode node) {
    long size = Math.max(type.size(), 1);
    if (size > Integer.MAX_VALUE) {
      throw Failure.at(node, "variable '" + name + "' is larger than 2 GiB");
    }
    return program.add(new Variable(name, storage, (int) size, image, Syntax.lineOf(node)));
  }

  /** Shapes of parameters: a hidden first one where a structure is returned. */
  static ImmutableList<Parameter> parameters(CType.Function type) {
    List<Parameter> parameters = new ArrayList<>();
    if (type.result().isStruct()) {
      parameters.add(Parameter.of(CType.Pointer.TO_ANYTHING.register()));
    }
    for (CType parameter : type.parameters()) {
      if (parameter.isStruct()) {
        parameters.add(Parameter.aggregate(Math.toIntExact(parameter.size())));
      } else if (parameter instanceof CType.Reference) {
        parameters.add(Parameter.of(CType.Pointer.TO_ANYTHING.register()));
      } else {
        parameters.add(Parameter.of(parameter.register()));
      }
    }
    return ImmutableList.copyOf(parameters);
  }
}
