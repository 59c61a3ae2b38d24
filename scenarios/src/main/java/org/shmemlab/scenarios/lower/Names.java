package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTNameSpecifier;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTQualifiedName;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTTemplateId;

/** The text of names. Namespaces are flat: {@code std::max} is {@code max}. */
final class Names {
  private Names() {}

  /** The name that a declarator declares, however deep it is nested. */
  static IASTName of(IASTDeclarator declarator) {
    IASTDeclarator inner = declarator;
    while (inner.getNestedDeclarator() != null) {
      inner = inner.getNestedDeclarator();
    }
    return inner.getName();
  }

  /** The last part of a name, without template arguments. */
  static String plain(IASTName name) {
    return switch (name) {
      case ICPPASTQualifiedName qualified -> plain(qualified.getLastName());
      case ICPPASTTemplateId template -> template.getTemplateName().toString();
      default -> unmasked(name.toString());
    };
  }

  /** A name of C that is a word of C++ (see {@code language_c.h}). */
  private static String unmasked(String name) {
    return name.startsWith("__c_") ? name.substring("__c_".length()) : name;
  }

  /** {@code Colour::RED} for a name qualified like an enumerator, else the plain name. */
  static String withQualifier(IASTName name) {
    if (name instanceof ICPPASTQualifiedName qualified) {
      ICPPASTNameSpecifier[] qualifier = qualified.getQualifier();
      if (qualifier.length > 0 && qualifier[qualifier.length - 1] instanceof IASTName last) {
        return plain(last) + "::" + plain(qualified.getLastName());
      }
    }
    return plain(name);
  }

  /** The template arguments that a name is written with. */
  static ImmutableList<IASTNode> templateArguments(IASTName name) {
    return switch (name) {
      case ICPPASTQualifiedName qualified -> templateArguments(qualified.getLastName());
      case ICPPASTTemplateId template -> ImmutableList.copyOf(template.getTemplateArguments());
      default -> ImmutableList.of();
    };
  }
}
