package org.shmemlab.scenarios.launch;

import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads what has a meaning by the names of a launch file.
 *
 * @param yaml the file
 * @param names what it has named so far
 */
record Scope(PlacedYaml yaml, Names names) {
  /** Refuses a name that has a meaning already. */
  void fresh(Node place, String name, String meaning) throws LaunchMistake {
    yaml.name(place, meaning);
    String before = names.meaning(name);
    if (before != null) {
      throw yaml.mistake(place, "'%s' is %s already; choose another name", name, before);
    }
  }

  /** The type of a name. */
  ElementType type(Node place, String name) throws LaunchMistake {
    Optional<ElementType> type = ElementType.of(name);
    if (type.isEmpty()) {
      throw yaml.mistake(place, "'%s' is no type: %s", name, ElementType.names());
    }
    return type.get();
  }

  /** An expression without elements of buffers, whose values only the steps know. */
  LaunchExpression.Code expression(Node node) throws LaunchMistake {
    LaunchExpression.Code code =
        LaunchExpression.parse(yaml.text(node, "an expression"), yaml.inside(node), names);
    if (!code.read().isEmpty()) {
      throw yaml.mistake(node, "elements of buffers are read by 'assert:' and 'print:' alone");
    }
    return code;
  }
}
