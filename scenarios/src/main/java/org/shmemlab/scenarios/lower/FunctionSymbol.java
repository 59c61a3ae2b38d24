package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTStandardFunctionDeclarator;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTTemplateParameter;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.types.CType;

/** One function, or function template, that the program declares. Its definition may come later. */
final class FunctionSymbol {
  private final String name;
  private final Sides sides;
  private final IASTDeclSpecifier specifier;
  private final IASTStandardFunctionDeclarator declarator;
  private final ImmutableList<ICPPASTTemplateParameter> templateParameters;
  private final CType.@Nullable Function type;
  private final ImmutableList<IASTInitializer> defaults;
  private final int requiredParameters;
  private @Nullable IASTFunctionDefinition definition;

  /** Where a function's code may run. */
  record Sides(boolean host, boolean device, boolean kernel) {}

  /**
   * A function as declared.
   *
   * @param type null for a template: it depends on the arguments
   */
  FunctionSymbol(
      String name,
      Sides sides,
      IASTDeclSpecifier specifier,
      IASTStandardFunctionDeclarator declarator,
      ImmutableList<ICPPASTTemplateParameter> templateParameters,
      CType.@Nullable Function type) {
    this.name = name;
    this.sides = sides;
    this.specifier = specifier;
    this.declarator = declarator;
    this.templateParameters = templateParameters;
    this.type = type;
    ImmutableList.Builder<IASTInitializer> found = ImmutableList.builder();
    for (var parameter : declarator.getParameters()) {
      IASTInitializer initializer = parameter.getDeclarator().getInitializer();
      if (initializer != null) {
        found.add(initializer);
      }
    }
    this.defaults = found.build();
    this.requiredParameters = declarator.getParameters().length - defaults.size();
  }

  String name() {
    return name;
  }

  Sides sides() {
    return sides;
  }

  boolean isKernel() {
    return sides.kernel();
  }

  IASTDeclSpecifier specifier() {
    return specifier;
  }

  IASTStandardFunctionDeclarator declarator() {
    return declarator;
  }

  boolean isTemplate() {
    return !templateParameters.isEmpty();
  }

  ImmutableList<ICPPASTTemplateParameter> templateParameters() {
    return templateParameters;
  }

  CType.@Nullable Function type() {
    return type;
  }

  /** Parameters that have no default value; those that have one come after them. */
  int requiredParameters() {
    return requiredParameters;
  }

  /** The default value of a parameter, which must have one. */
  @Nullable IASTInitializer defaultValue(int parameter) {
    int index = parameter - requiredParameters;
    return index < 0 || index >= defaults.size() ? null : defaults.get(index);
  }

  @Nullable IASTFunctionDefinition definition() {
    return definition;
  }

  void define(IASTFunctionDefinition function) {
    definition = function;
  }
}
