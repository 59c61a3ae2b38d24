package org.shmemlab.scenarios.launch;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.shmemlab.model.program.SourceLine;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/** Holds the entries of a mapping, in which no key stands twice. */
final class Fields {
  private final PlacedYaml yaml;
  private final MappingNode node;
  private final String meaning;
  private final Map<String, NodeTuple> entries = new LinkedHashMap<>();

  Fields(PlacedYaml yaml, MappingNode node, String meaning) throws LaunchMistake {
    this.yaml = yaml;
    this.node = node;
    this.meaning = meaning;
    for (NodeTuple entry : node.getValue()) {
      String key = yaml.text(entry.getKeyNode(), "a key");
      if (entries.put(key, entry) != null) {
        throw yaml.mistake(entry.getKeyNode(), "'%s' stands twice in %s; leave one", key, meaning);
      }
    }
  }

  /** Where the mapping begins. */
  SourceLine at() {
    return yaml.at(node);
  }

  ImmutableList<String> keys() {
    return ImmutableList.copyOf(entries.keySet());
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  Optional<Node> find(String key) {
    return Optional.ofNullable(entries.get(key)).map(NodeTuple::getValueNode);
  }

  /** The node of a key that is there. */
  Node key(String key) {
    NodeTuple entry = entries.get(key);
    return entry == null ? node : entry.getKeyNode();
  }

  Node get(String key) throws LaunchMistake {
    NodeTuple entry = entries.get(key);
    if (entry == null) {
      throw yaml.mistake(node, "%s has no '%s:'; add it", meaning, key);
    }
    return entry.getValueNode();
  }

  /** Refuses keys without a meaning. */
  void allow(String... known) throws LaunchMistake {
    ImmutableList<String> all = ImmutableList.copyOf(known);
    for (Map.Entry<String, NodeTuple> entry : entries.entrySet()) {
      if (!all.contains(entry.getKey())) {
        throw yaml.mistake(
            entry.getValue().getKeyNode(),
            "'%s' is no key of %s: %s",
            entry.getKey(),
            meaning,
            String.join(", ", all));
      }
    }
  }
}
