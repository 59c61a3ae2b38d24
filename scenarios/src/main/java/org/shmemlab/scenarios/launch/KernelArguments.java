package org.shmemlab.scenarios.launch;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Collects the arguments of a launch: buffers as pointers, {@code null}, scalars, expressions
 * (int32, or {@code {int64: ...}}), and {@code {array: NAME}} for the seven values that Numba makes
 * of an array of one dimension.
 */
final class KernelArguments {
  /**
   * One argument.
   *
   * @param isPlain whether it is a whole number whose type the launch file does not say
   */
  private record Argument(Node place, String type, String value, boolean isPlain) {
    int bytes() {
      return type.endsWith("*") || type.endsWith("64_t") || type.equals("double")
          ? 8
          : type.contains("16") ? 2 : type.contains("8") ? 1 : 4;
    }
  }

  private final Scope scope;
  private final PlacedYaml yaml;
  private final Names names;
  private final List<Argument> all = new ArrayList<>();

  KernelArguments(Scope scope) {
    this.scope = scope;
    this.yaml = scope.yaml();
    this.names = scope.names();
  }

  void add(Node node) throws LaunchMistake {
    if (node instanceof MappingNode) {
      typed(node);
      return;
    }
    String words = yaml.text(node, "an argument").strip();
    Buffer buffer = names.buffers.get(words);
    ElementType scalar = names.scalars.get(words);
    if (buffer != null) {
      add(node, "void *", buffer.address());
    } else if (words.equals("null")) {
      add(node, "void *", "nullptr");
    } else if (scalar != null) {
      add(node, scalar.c, "s_" + words);
    } else if (words.contains(".")) {
      add(node, "float", scope.expression(node).c());
    } else {
      all.add(new Argument(node, "int32_t", scope.expression(node).c(), true));
    }
  }

  private void add(Node place, String type, String value) {
    all.add(new Argument(place, type, value, false));
  }

  private void typed(Node node) throws LaunchMistake {
    Fields fields = yaml.fields(node, "an argument");
    if (fields.keys().size() != 1) {
      throw yaml.mistake(node, "an argument has one key: a type, as {int64: 5}, or {array: NAME}");
    }
    String key = fields.keys().get(0);
    Node value = fields.get(key);
    if (key.equals("array")) {
      array(node, value);
      return;
    }
    ElementType type =
        ElementType.of(key)
            .orElseThrow(
                () -> yaml.mistake(node, "'%s' is no type: array, %s", key, ElementType.names()));
    add(node, type.c, scope.expression(value).c());
  }

  private void array(Node node, Node value) throws LaunchMistake {
    Buffer buffer = names.buffers.get(yaml.text(value, "a buffer"));
    if (buffer == null) {
      throw yaml.mistake(
          value,
          "%s is no buffer (%s)",
          PlacedYaml.words(value),
          Names.list(names.buffers.keySet()));
    }
    add(node, "void *", "nullptr");
    add(node, "void *", "nullptr");
    add(node, "int64_t", "" + buffer.count());
    add(node, "int64_t", "" + buffer.type().bytes());
    add(node, "void *", buffer.address());
    add(node, "int64_t", "" + buffer.count());
    add(node, "int64_t", "" + buffer.type().bytes());
  }

  /** Compares the arguments with a kernel's parameters, where these are known. */
  void check(Kernel kernel, Node place) throws LaunchMistake {
    ImmutableList<String> parameters = kernel.parameters();
    if (parameters == null) {
      return;
    }
    if (parameters.size() != all.size()) {
      throw yaml.mistake(
          place,
          "the kernel '%s' has %d parameters, here are %d arguments",
          kernel.symbol(),
          parameters.size(),
          all.size());
    }
    for (int i = 0; i < parameters.size(); i++) {
      String type = parameters.get(i);
      if (type.equals("structure")) {
        throw yaml.mistake(
            place,
            "parameter %d of the kernel '%s' is a structure, which a launch file cannot give; write"
                + " the host part in C++",
            i + 1,
            kernel.symbol());
      }
      Argument argument = all.get(i);
      int bytes = Integer.parseInt(type.substring(1)) / 8;
      if (argument.isPlain() && bytes == Long.BYTES && !type.startsWith("f")) {
        all.set(i, new Argument(argument.place(), "int64_t", argument.value(), true));
      } else if (bytes != argument.bytes()) {
        throw yaml.mistake(
            argument.place(),
            "parameter %d of the kernel '%s' has %d bytes (.%s), and this argument %d; give its type,"
                + " as {%s: ...}",
            i + 1,
            kernel.symbol(),
            bytes,
            type,
            argument.bytes(),
            (type.startsWith("f") ? "float" : "int") + type.substring(1));
      }
    }
  }

  /** The types in C. */
  String types() {
    return String.join(", ", all.stream().map(Argument::type).toList());
  }

  String values() {
    return String.join(", ", all.stream().map(Argument::value).toList());
  }

  /** Variables with the values, and {@code arguments}, the array of pointers to them. */
  String variables() {
    StringBuilder code = new StringBuilder();
    StringBuilder pointers = new StringBuilder();
    for (int i = 0; i < all.size(); i++) {
      code.append("%s a%d = %s; ".formatted(all.get(i).type(), i, all.get(i).value()));
      pointers.append(i == 0 ? "" : ", ").append("&a").append(i);
    }
    return code + "void *arguments[] = {" + (all.isEmpty() ? "nullptr" : pointers) + "};";
  }
}
