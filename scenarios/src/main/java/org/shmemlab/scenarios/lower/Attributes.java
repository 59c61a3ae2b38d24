package org.shmemlab.scenarios.lower;

import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTAttribute;
import org.eclipse.cdt.core.dom.ast.IASTAttributeOwner;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTToken;
import org.shmemlab.model.program.Variable.Storage;

/** The attributes of a declaration: CUDA's words, and {@code aligned}. */
final class Attributes {
  private Attributes() {}

  /** The names of all attributes on these nodes. */
  static Set<String> names(IASTNode... nodes) {
    Set<String> names = new LinkedHashSet<>();
    for (IASTNode node : nodes) {
      if (node instanceof IASTAttributeOwner owner) {
        for (IASTAttribute attribute : owner.getAttributes()) {
          names.add(new String(attribute.getName()));
        }
      }
    }
    return names;
  }

  /** The attributes of a declaration, wherever they are written. */
  static Set<String> of(
      IASTNode declaration, IASTDeclSpecifier specifier, IASTDeclarator declarator) {
    Set<String> names = names(declaration, specifier, declarator);
    IASTNode parent = declaration.getParent();
    names.addAll(parent == null ? Set.of() : names(parent));
    return names;
  }

  /** Where a function with these attributes may run. */
  static FunctionSymbol.Sides sides(Set<String> attributes) {
    boolean kernel = attributes.contains("global");
    boolean device = kernel || attributes.contains("device");
    return new FunctionSymbol.Sides(!device || attributes.contains("host"), device, kernel);
  }

  /** Where a variable of file scope with these attributes lives. */
  static Storage storage(Set<String> attributes, boolean symmetricGlobals) {
    if (attributes.contains("shared")) {
      return Storage.SHARED;
    }
    if (attributes.contains("symmetric")) { // a word of a litmus test
      return Storage.SYMMETRIC;
    }
    if (attributes.contains("constant")) {
      return Storage.DEVICE_CONSTANT;
    }
    if (attributes.contains("managed")) {
      return Storage.MANAGED;
    }
    if (attributes.contains("device")) {
      return Storage.DEVICE;
    }
    return symmetricGlobals ? Storage.SYMMETRIC : Storage.HOST;
  }

  /** The alignment that a type asks for, or 1. */
  static int alignment(IASTAttributeOwner owner) {
    int alignment = 1;
    for (IASTAttribute attribute : owner.getAttributes()) {
      IASTToken clause = attribute.getArgumentClause();
      if (new String(attribute.getName()).equals("aligned") && clause != null) {
        String digits = clause.toString().replaceAll("[^0-9]", "");
        if (!digits.isEmpty() && digits.length() < 4) {
          alignment = Math.max(alignment, Integer.parseInt(digits));
        }
      }
    }
    return alignment;
  }
}
