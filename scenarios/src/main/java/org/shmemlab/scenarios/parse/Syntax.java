package org.shmemlab.scenarios.parse;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTFileLocation;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A parsed source.
 *
 * @param file what was parsed
 * @param tree its syntax, headers included; may hold problem nodes where errors were reported
 * @param headers names of our headers it includes, directly or not
 */
public record Syntax(SourceFile file, IASTTranslationUnit tree, ImmutableSet<String> headers) {

  /** The line on which a node starts; where it stands in a macro, the line that uses the macro. */
  public static SourceLine lineOf(IASTNode node) {
    IASTFileLocation location = node.getFileLocation();
    IASTNode near = node;
    while (location == null && near.getParent() != null) {
      near = near.getParent();
      location = near.getFileLocation();
    }
    return location == null
        ? new SourceLine(node.getTranslationUnit().getFilePath(), 0)
        : new SourceLine(location.getFileName(), location.getStartingLineNumber());
  }

  /** The line of the node inside most others. */
  static SourceLine lineOfDeepest(IASTNode tree) {
    // Level by level: what is to be found would exhaust the stack.
    List<IASTNode> level = List.of(tree);
    IASTNode deepest = tree;
    while (!level.isEmpty()) {
      deepest = level.getFirst();
      List<IASTNode> next = new ArrayList<>();
      level.forEach(node -> Collections.addAll(next, node.getChildren()));
      level = next;
    }
    return lineOf(deepest);
  }

  /** Whether a node stands in a header of ours. */
  public static boolean isOurs(IASTNode node) {
    return Headers.isOurs(lineOf(node).file());
  }
}
