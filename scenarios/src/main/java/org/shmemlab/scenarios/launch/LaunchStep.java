package org.shmemlab.scenarios.launch;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.snakeyaml.engine.v2.nodes.Node;

/** Holds one step with its keys, and translates what they mean. */
final class LaunchStep {
  private static final Pattern PART =
      Pattern.compile("([A-Za-z_]\\w*)\\s*(?:\\[([^:\\[\\]]*)(?::([^:\\[\\]]*))?\\])?");

  private final Scope scope;
  private final BufferStatements memory;
  private final PlacedYaml yaml;
  private final Names names;
  private final Node node;
  private final String verb;
  private final Optional<Fields> fields;

  /**
   * Holds a step.
   *
   * @param fields of a step that is more than a word
   */
  LaunchStep(
      Scope scope, BufferStatements memory, Node node, String verb, Optional<Fields> fields) {
    this.scope = scope;
    this.memory = memory;
    this.yaml = scope.yaml();
    this.names = scope.names();
    this.node = node;
    this.verb = verb;
    this.fields = fields;
  }

  /**
   * Some elements of a buffer.
   *
   * @param offset of the first
   */
  record Part(Buffer buffer, String offset, String count, boolean isWhole) {
    String address() {
      return isWhole ? buffer.address() : "%s + (%s)".formatted(buffer.address(), offset);
    }
  }

  Node node() {
    return node;
  }

  boolean has(String key) {
    return fields.isPresent() && fields.get().has(key);
  }

  Node get(String key) throws LaunchMistake {
    if (fields.isEmpty()) {
      throw yaml.mistake(node, "'%s' has no '%s:'; write '%s: ...'", verb, key, verb);
    }
    return fields.get().get(key);
  }

  Node operand() throws LaunchMistake {
    return get(verb);
  }

  void allow(String... keys) throws LaunchMistake {
    if (fields.isPresent()) {
      ImmutableList<String> all =
          ImmutableList.<String>builder().add(verb).add(keys).add("if", "at").build();
      fields.get().allow(all.toArray(String[]::new));
    }
  }

  boolean flag(String key) throws LaunchMistake {
    return has(key) && yaml.flag(get(key), "'" + key + ":'");
  }

  String value(String key) throws LaunchMistake {
    return scope.expression(get(key)).c();
  }

  String oneOf(String key, List<String> known, String otherwise) throws LaunchMistake {
    if (!otherwise.isEmpty() && !has(key)) {
      return otherwise;
    }
    String word = yaml.text(get(key), "'" + key + ":'");
    if (!known.contains(word)) {
      throw yaml.mistake(
          get(key), "'%s:' is one of %s, not '%s'", key, String.join(", ", known), word);
    }
    return word;
  }

  String stream(String otherwise) throws LaunchMistake {
    if (!has("stream")) {
      return otherwise;
    }
    String name = yaml.text(get("stream"), "a stream");
    if (name.equals("0")) {
      return "(cudaStream_t)0";
    }
    if (!names.streams.contains(name)) {
      throw yaml.mistake(
          get("stream"), "'%s' is no stream of 'streams:' (%s)", name, Names.list(names.streams));
    }
    return "q_" + name;
  }

  Optional<String> team() throws LaunchMistake {
    return has("team") && !verb.equals("team") ? Optional.of(team("team")) : Optional.empty();
  }

  String team(String key) throws LaunchMistake {
    String name = yaml.text(get(key), "a team");
    return switch (name) {
      case "world" -> "NVSHMEM_TEAM_WORLD";
      case "shared" -> "NVSHMEM_TEAM_SHARED";
      case "node" -> "NVSHMEMX_TEAM_NODE";
      default -> {
        if (!names.teams.contains(name)) {
          throw yaml.mistake(
              get(key),
              "'%s' is no team: world, shared, node, or one of a 'team:' step before (%s)",
              name,
              Names.list(names.teams));
        }
        yield "t_" + name;
      }
    };
  }

  Part part(Node node) throws LaunchMistake {
    String words = yaml.text(node, "a buffer").strip();
    Matcher match = PART.matcher(words);
    Buffer buffer = match.matches() ? names.buffers.get(match.group(1)) : null;
    if (buffer == null) {
      throw yaml.mistake(
          node,
          "'%s' is no buffer (%s) and no part of one, as name[0:4]",
          words,
          Names.list(names.buffers.keySet()));
    }
    if (!memory.isLive(buffer)) {
      throw yaml.mistake(node, "'%s' was freed before", buffer.name());
    }
    if (match.group(2) == null) {
      return new Part(buffer, "0", "" + buffer.count(), true);
    }
    String offset = inner(node, match.group(2), match.start(2));
    String end = match.group(3) == null ? "" : inner(node, match.group(3), match.start(3));
    return new Part(
        buffer, offset, end.isEmpty() ? "1" : "((" + end + ") - (" + offset + "))", false);
  }

  private String inner(Node node, String words, int column) throws LaunchMistake {
    SourceLine start = yaml.inside(node);
    SourceLine at = new SourceLine(start.file(), start.line(), start.column() + column);
    LaunchExpression.Code code = LaunchExpression.parse(words, at, names);
    if (!code.read().isEmpty()) {
      throw yaml.mistake(node, "elements of buffers are read by 'assert:' and 'print:' alone");
    }
    return code.c();
  }

  void symmetric(Part part, Node node) throws LaunchMistake {
    if (!part.buffer().isSymmetric()) {
      throw yaml.mistake(
          node,
          "'%s' is of each PE alone; leave 'memory: device' out of its description",
          part.buffer().name());
    }
  }

  /** Bytes that a transfer moves. */
  String bytes(Part to, Part from) throws LaunchMistake {
    int element = from.buffer().type().bytes();
    if (has("count")) {
      return "(%s) * %d".formatted(value("count"), element);
    }
    if (to.isWhole() && from.isWhole() && from.buffer().bytes() > to.buffer().bytes()) {
      throw yaml.mistake(
          get("from"),
          "'%s' has %d bytes and '%s' %d; name a part, as %s[0:4], or 'count:'",
          from.buffer().name(),
          from.buffer().bytes(),
          to.buffer().name(),
          to.buffer().bytes(),
          from.buffer().name());
    }
    return "(%s) * %d".formatted(from.count(), element);
  }

  String signal(String key) throws LaunchMistake {
    Part word = part(get(key));
    symmetric(word, get(key));
    if (word.buffer().type() != ElementType.UINT64) {
      throw yaml.mistake(
          get(key),
          "a signal is uint64, and '%s' is %s",
          word.buffer().name(),
          word.buffer().type().numpy());
    }
    return word.address();
  }

  String signalOperation() throws LaunchMistake {
    return oneOf("op", ImmutableList.of("set", "add"), "set").equals("set")
        ? "NVSHMEM_SIGNAL_SET"
        : "NVSHMEM_SIGNAL_ADD";
  }

  String dimensions(String key) throws LaunchMistake {
    if (!has(key)) {
      return "dim3(1)";
    }
    List<Node> sizes = yaml.items(get(key));
    if (sizes.isEmpty() || sizes.size() > 3) {
      throw yaml.mistake(get(key), "'%s:' is one to three numbers, as [2, 1, 1]", key);
    }
    StringBuilder all = new StringBuilder();
    for (Node size : sizes) {
      String c = scope.expression(size).c();
      all.append(all.isEmpty() ? "" : ", ").append("(unsigned)(").append(c).append(')');
    }
    return "dim3(" + all + ")";
  }
}
