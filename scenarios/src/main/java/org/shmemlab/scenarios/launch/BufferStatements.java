package org.shmemlab.scenarios.launch;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Writes how the host program allocates, fills and frees buffers. */
final class BufferStatements {
  private static final Pattern TYPE = Pattern.compile("(\\w+)\\s*(?:\\[\\s*(\\d{1,9})\\s*\\])?");
  private static final int MOST_ELEMENTS = 1 << 26;

  private final SourceFile launch;
  private final Scope scope;
  private final PlacedYaml yaml;
  private final Names names;
  private final HostText text;
  private final StringBuilder declarations = new StringBuilder();
  private final Map<String, SourceLine> live = new LinkedHashMap<>();
  private final Map<SourceLine, String> objects = new LinkedHashMap<>();

  BufferStatements(SourceFile launch, Scope scope, HostText text) {
    this.launch = launch;
    this.scope = scope;
    this.yaml = scope.yaml();
    this.names = scope.names();
    this.text = text;
  }

  /** The names of symmetric objects, by the places of the calls that make them. */
  ImmutableMap<SourceLine, String> objects() {
    return ImmutableMap.copyOf(objects);
  }

  /** The arrays of the host. */
  String declarations() {
    return declarations.toString();
  }

  /** Frees all that is allocated. */
  void freeAll() {
    for (String name : ImmutableList.copyOf(live.keySet()).reverse()) {
      Buffer buffer = names.buffers.get(name);
      SourceLine at = live.get(name);
      if (buffer != null && at != null) {
        release(buffer, at);
      }
    }
  }

  /**
   * Allocates a buffer, whose name is new.
   *
   * @param at the place of the call
   * @param value its type, or a mapping
   */
  void allocate(String name, SourceLine at, Node value) throws LaunchMistake {
    boolean isShort = value instanceof ScalarNode;
    Optional<Fields> fields =
        isShort ? Optional.empty() : Optional.of(yaml.fields(value, "the buffer '" + name + "'"));
    if (fields.isPresent()) {
      fields.get().allow("type", "memory", "values", "npy", "allocate", "at");
    }
    Node type = isShort ? value : fields.orElseThrow().get("type");
    Matcher words = TYPE.matcher(yaml.text(type, "a type").strip());
    if (!words.matches()) {
      throw yaml.mistake(type, "a type is one such as int32 or float32[128]");
    }
    long count = words.group(2) == null ? 1 : Long.parseLong(words.group(2));
    if (count < 1 || count > MOST_ELEMENTS) {
      throw yaml.mistake(type, "a buffer has 1 to %d elements", MOST_ELEMENTS);
    }
    Buffer buffer =
        new Buffer(name, scope.type(type, words.group(1)), (int) count, isSymmetric(fields));
    names.buffers.put(name, buffer);
    live.put(name, at);
    declarations.append("static %s h_%s[%d];\n".formatted(buffer.type().c, name, count));
    Optional<Node> values = fields.flatMap(all -> all.find("values"));
    boolean isUnwritten =
        values.isPresent() && PlacedYaml.words(values.get()).equals("'unwritten'");
    make(buffer, at, isUnwritten);
    Optional<Node> npy = fields.flatMap(all -> all.find("npy"));
    if (npy.isPresent() && values.isPresent()) {
      throw yaml.mistake(npy.get(), "'%s' has 'values:', too; leave one", name);
    }
    if (npy.isPresent()) {
      npy(buffer, npy.get());
    } else if (values.isPresent() && !isUnwritten) {
      values(buffer, values.get(), "0", "" + count);
      text.at(yaml.at(values.get()), buffer.written());
    }
  }

  private boolean isSymmetric(Optional<Fields> fields) throws LaunchMistake {
    Optional<Node> memory = fields.flatMap(all -> all.find("memory"));
    if (memory.isEmpty()) {
      return true;
    }
    return switch (yaml.text(memory.get(), "'memory:'")) {
      case "symmetric" -> true;
      case "device" -> false;
      default ->
          throw yaml.mistake(
              memory.get(),
              "'memory:' is symmetric or device, not %s",
              PlacedYaml.words(memory.get()));
    };
  }

  private void make(Buffer buffer, SourceLine at, boolean isUnwritten) {
    String c = buffer.type().c;
    text.line(at, "%s *%s;".formatted(c, buffer.address()));
    if (!buffer.isSymmetric()) {
      text.at(at, "cudaMalloc(&%s, %d);".formatted(buffer.address(), buffer.bytes()));
      if (!isUnwritten) {
        text.at(at, "cudaMemset(%s, 0, %d);".formatted(buffer.address(), buffer.bytes()));
      }
      return;
    }
    text.line(at, "%s = (%s *)".formatted(buffer.address(), c));
    text.at(
        at,
        isUnwritten
            ? "nvshmem_malloc(%d);".formatted(buffer.bytes())
            : "nvshmem_calloc(%d, %d);".formatted(buffer.count(), buffer.type().bytes()));
    objects.putIfAbsent(at, buffer.name());
  }

  /** Writes elements of a buffer's copy. */
  void values(Buffer buffer, Node values, String from, String count) throws LaunchMistake {
    SourceLine at = yaml.at(values);
    if (values instanceof SequenceNode list) {
      if (list.getValue().size() > buffer.count()) {
        throw yaml.mistake(
            values,
            "%d values for the %d elements of '%s'",
            list.getValue().size(),
            buffer.count(),
            buffer.name());
      }
      int index = 0;
      for (Node value : list.getValue()) {
        String c = scope.expression(value).c();
        text.line(
            yaml.at(value),
            "{ const long i = %s + %d; %s[i] = %s; }".formatted(from, index, buffer.copy(), c));
        index++;
      }
      return;
    }
    String c = scope.expression(values).c();
    text.line(
        at,
        "for (long i = %s; i < (%s) + (%s); i++) %s[i] = %s;"
            .formatted(from, from, count, buffer.copy(), c));
  }

  private void npy(Buffer buffer, Node name) throws LaunchMistake {
    if (launch.options().isClosed()) {
      throw yaml.mistake(name, "files of values are not read here; write 'values:'");
    }
    String file = yaml.text(name, "a file");
    SourceLine at = yaml.at(name);
    try {
      String literals = Npy.literals(Path.of(launch.path()).resolveSibling(file), buffer);
      declarations.append(
          "static const %s f_%s[] = {\n%s};\n".formatted(buffer.type().c, buffer.name(), literals));
    } catch (IOException wrong) {
      throw yaml.mistake(name, "%s", String.valueOf(wrong.getMessage()));
    }
    text.at(
        at,
        "cudaMemcpy(%s, f_%s, %d, cudaMemcpyHostToDevice);"
            .formatted(buffer.address(), buffer.name(), buffer.bytes()));
  }

  /** Frees a buffer now. */
  void free(Buffer buffer, SourceLine at) {
    live.remove(buffer.name());
    release(buffer, at);
  }

  /** Whether a buffer is allocated. */
  boolean isLive(Buffer buffer) {
    return live.containsKey(buffer.name());
  }

  private void release(Buffer buffer, SourceLine at) {
    text.at(at, (buffer.isSymmetric() ? "nvshmem_free(" : "cudaFree(") + buffer.address() + ");");
  }
}
