package org.shmemlab.plan.trace;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the JSON form of a Chakra trace: one object after another, the metadata first, as {@code
 * chakra_jsonizer} prints them. Names are those of the schema or protobuf's lowerCamelCase of them.
 */
final class ChakraJson {
  private static final JsonMapper OBJECTS =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private ChakraJson() {}

  static List<ChakraNode> read(String file, String text) {
    List<ChakraNode> nodes = new ArrayList<>();
    int line = 1;
    try (JsonParser parser = OBJECTS.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        line = parser.currentTokenLocation().getLineNr();
        SourceLine at = new SourceLine(file, line);
        if (token != JsonToken.START_OBJECT) {
          throw new TraceException(
              at, "a trace is one JSON object after another, as chakra_jsonizer prints them");
        }
        JsonNode object = OBJECTS.readTree(parser);
        if (field(object, "type") != null) {
          nodes.add(node(object, at));
        } else if (field(object, "version") == null) {
          throw new TraceException(at, "an object without a type; a node has id and type");
        }
      }
    } catch (JacksonException problem) {
      int where = problem.getLocation() == null ? line : problem.getLocation().getLineNr();
      throw new TraceException(new SourceLine(file, where), "this is not JSON; look at its commas");
    }
    return nodes;
  }

  private static ChakraNode node(JsonNode object, SourceLine at) {
    String id = text(field(object, "id"), "id", at);
    if (id == null) {
      throw new TraceException(at, "a node without an id; number the nodes");
    }
    String type = text(field(object, "type"), "type", at);
    Integer number = type == null ? null : Ints.tryParse(type);
    if (number != null && number >= 0 && number < ChakraNode.TYPES.size()) {
      type = ChakraNode.TYPES.get(number);
    }
    ImmutableList.Builder<String> deps = ImmutableList.builder();
    for (String kind : List.of("ctrl_deps", "data_deps")) {
      JsonNode list = field(object, kind);
      if (list != null && !list.isArray()) {
        throw new TraceException(at, kind + " of node " + id + " is a list of ids");
      }
      for (JsonNode one : list == null ? List.<JsonNode>of() : list.values()) {
        deps.add(String.valueOf(text(one, kind, at)));
      }
    }
    String micros = text(field(object, "duration_micros"), "duration_micros", at);
    Map<String, String> attributes = new LinkedHashMap<>();
    JsonNode list = field(object, "attr");
    for (JsonNode one : list == null ? List.<JsonNode>of() : list.values()) {
      attribute(one, id, attributes, at);
    }
    return new ChakraNode(
        id,
        String.valueOf(type),
        deps.build(),
        micros == null ? "0" : micros,
        ImmutableMap.copyOf(attributes),
        at);
  }

  // {"name": "comm_size", "int64Val": "1024"}, or a list: {"boolList": {"values": [true]}}
  private static void attribute(
      JsonNode attribute, String id, Map<String, String> into, SourceLine at) {
    String name = text(field(attribute, "name"), "name", at);
    if (name == null) {
      throw new TraceException(at, "an attribute of node " + id + " has no name");
    }
    for (Map.Entry<String, JsonNode> entry : attribute.properties()) {
      String key = entry.getKey();
      if (key.endsWith("Val") || key.endsWith("_val")) {
        into.put(name, String.valueOf(text(entry.getValue(), name, at)));
      } else if (key.endsWith("List") || key.endsWith("_list")) {
        JsonNode values = field(entry.getValue(), "values");
        List<String> texts = new ArrayList<>();
        for (JsonNode one : values == null ? List.<JsonNode>of() : values.values()) {
          texts.add(String.valueOf(text(one, name, at)));
        }
        into.put(name, String.join(" ", texts));
      }
    }
  }

  private static @Nullable JsonNode field(JsonNode object, String name) {
    JsonNode found = object.get(name);
    if (found == null) {
      StringBuilder camel = new StringBuilder();
      for (int i = 0; i < name.length(); i++) {
        boolean upper = name.charAt(i) == '_';
        i += upper ? 1 : 0;
        camel.append(upper ? Character.toUpperCase(name.charAt(i)) : name.charAt(i));
      }
      found = object.get(camel.toString());
    }
    return found == null || found.isNull() ? null : found;
  }

  private static @Nullable String text(@Nullable JsonNode value, String what, SourceLine at) {
    if (value == null) {
      return null;
    }
    if (!value.isValueNode()) {
      throw new TraceException(at, what + " is a number or a word, not a list or an object");
    }
    return value.asString();
  }
}
