package org.shmemlab.scenarios.launch;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Writes the steps of a launch file as statements of the host program. */
final class HostSteps {
  private static final Pattern PLACE = Pattern.compile("(.+?):(\\d{1,7})(?::(\\d{1,5}))?");
  private static final ImmutableMap<String, String> COMPARISONS =
      ImmutableMap.of(
          "eq", "NVSHMEM_CMP_EQ",
          "ne", "NVSHMEM_CMP_NE",
          "gt", "NVSHMEM_CMP_GT",
          "ge", "NVSHMEM_CMP_GE",
          "lt", "NVSHMEM_CMP_LT",
          "le", "NVSHMEM_CMP_LE");
  private static final String HEX = ":hex";
  private static final ImmutableList<String> REDUCTIONS =
      ImmutableList.of("sum", "prod", "min", "max", "and", "or", "xor");
  private static final ImmutableList<String> ATOMICS =
      ImmutableList.of("set", "add", "inc", "and", "or", "xor");

  private final Scope scope;
  private final BufferStatements memory;
  private final PlacedYaml yaml;
  private final HostText text;
  private final Names names;
  private final Kernel.Known known;
  private final Map<String, String> declared = new LinkedHashMap<>();
  private final StringBuilder declarations = new StringBuilder();

  HostSteps(Scope scope, BufferStatements memory, HostText text, Kernel.Known known) {
    this.scope = scope;
    this.memory = memory;
    this.yaml = scope.yaml();
    this.text = text;
    this.names = scope.names();
    this.known = known;
  }

  /** The declarations of the kernels that are launched. */
  String declarations() {
    return declarations.toString();
  }

  /** Writes one step. */
  void write(Node step) throws LaunchMistake {
    if (step instanceof ScalarNode) {
      String verb = yaml.text(step, "a step");
      statement(verb, yaml.at(step), new LaunchStep(scope, memory, step, verb, Optional.empty()));
      return;
    }
    Fields fields = yaml.fields(step, "a step");
    if (fields.keys().isEmpty()) {
      throw yaml.mistake(step, "a step is empty; %s", verbs());
    }
    String verb = fields.keys().get(0);
    SourceLine at = fields.has("at") ? place(fields.get("at")) : yaml.at(step);
    Optional<Node> condition = fields.find("if");
    if (condition.isPresent()) {
      if (verb.equals("allocate") || verb.equals("free") || verb.equals("team")) {
        throw yaml.mistake(condition.get(), "every PE takes part in '%s:'; it has no 'if:'", verb);
      }
      text.line(at, "if (" + scope.expression(condition.get()).c() + ") {");
    }
    statement(verb, at, new LaunchStep(scope, memory, step, verb, Optional.of(fields)));
    if (condition.isPresent()) {
      text.line(at, "}");
    }
  }

  private SourceLine place(Node node) throws LaunchMistake {
    Matcher words = PLACE.matcher(yaml.text(node, "'at:'"));
    if (!words.matches()) {
      throw yaml.mistake(node, "'at:' is a place in a source, FILE:LINE or FILE:LINE:COLUMN");
    }
    return new SourceLine(
        words.group(1),
        Integer.parseInt(words.group(2)),
        words.group(3) == null ? 1 : Integer.parseInt(words.group(3)));
  }

  private static String verbs() {
    return "steps are launch, synchronize, set, read, put, get, put_signal, signal, wait, atomic, quiet,"
        + " fence, barrier, sync, team, reduce, reducescatter, broadcast, fcollect, alltoall,"
        + " allocate, free, print and assert";
  }

  private void statement(String verb, SourceLine at, LaunchStep step) throws LaunchMistake {
    switch (verb) {
      case "launch" -> launch(at, step);
      case "synchronize" -> {
        step.allow("stream");
        String stream = step.stream("");
        text.at(
            at,
            stream.isEmpty()
                ? "cudaDeviceSynchronize();"
                : "cudaStreamSynchronize(" + stream + ");");
      }
      case "quiet", "fence", "barrier", "sync" -> ordering(verb, at, step);
      case "put", "get" -> transfer(verb, at, step);
      case "put_signal" -> putSignal(at, step);
      case "signal" -> signal(at, step);
      case "wait" -> waiting(at, step);
      case "atomic" -> atomic(at, step);
      case "set" -> set(at, step);
      case "read" -> {
        step.allow();
        text.at(at, step.part(step.operand()).buffer().read());
      }
      case "team" -> team(at, step);
      case "reduce", "reducescatter", "broadcast", "fcollect", "alltoall" ->
          collective(verb, at, step);
      case "allocate" -> {
        String name = yaml.text(step.operand(), "a buffer");
        scope.fresh(step.operand(), name, "a buffer");
        memory.allocate(name, at, step.node());
      }
      case "free" -> {
        step.allow();
        memory.free(step.part(step.operand()).buffer(), at);
      }
      case "print" -> print(at, step);
      case "assert" -> assertion(at, step);
      default -> throw yaml.mistake(step.node(), "'%s' is no step; %s", verb, verbs());
    }
  }

  // ---------------------------------------------------------------- communication

  private void ordering(String verb, SourceLine at, LaunchStep step) throws LaunchMistake {
    boolean meets = verb.equals("barrier") || verb.equals("sync");
    if (meets) {
      step.allow("team", "stream");
    } else {
      step.allow("stream");
    }
    Optional<String> team = meets ? step.team() : Optional.empty();
    String stream = step.stream("");
    if (verb.equals("fence") && !stream.isEmpty()) {
      throw yaml.mistake(step.get("stream"), "there is no fence of a stream; quiet has one");
    }
    String name = team.isPresent() || !meets ? verb : verb + "_all";
    text.at(
        at,
        stream.isEmpty()
            ? "nvshmem_%s(%s);".formatted(name, team.orElse(""))
            : "nvshmemx_%s_on_stream(%s%s);"
                .formatted(name, team.map(one -> one + ", ").orElse(""), stream));
  }

  private static String call(String name, String arguments, boolean nbi, String stream) {
    String full = name + (nbi ? "_nbi" : "");
    return stream.isEmpty()
        ? "nvshmem_%s(%s);".formatted(full, arguments)
        : "nvshmemx_%s_on_stream(%s, %s);".formatted(full, arguments, stream);
  }

  private void transfer(String verb, SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow("from", "pe", "count", "nbi", "stream");
    LaunchStep.Part to = step.part(step.operand());
    LaunchStep.Part from = step.part(step.get("from"));
    step.symmetric(
        verb.equals("put") ? to : from, verb.equals("put") ? step.operand() : step.get("from"));
    text.at(
        at,
        call(
            verb + "mem",
            "%s, %s, %s, %s"
                .formatted(to.address(), from.address(), step.bytes(to, from), step.value("pe")),
            step.flag("nbi"),
            step.stream("")));
  }

  private void putSignal(SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow("from", "pe", "count", "signal", "value", "op", "nbi", "stream");
    LaunchStep.Part to = step.part(step.operand());
    LaunchStep.Part from = step.part(step.get("from"));
    step.symmetric(to, step.operand());
    text.at(
        at,
        call(
            "putmem_signal",
            "%s, %s, %s, %s, %s, %s, %s"
                .formatted(
                    to.address(),
                    from.address(),
                    step.bytes(to, from),
                    step.signal("signal"),
                    step.value("value"),
                    step.signalOperation(),
                    step.value("pe")),
            step.flag("nbi"),
            step.stream("")));
  }

  private void signal(SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow("pe", "value", "op", "stream");
    String stream = step.stream("");
    text.at(
        at,
        "nvshmemx_signal_op%s(%s, %s, %s, %s%s);"
            .formatted(
                stream.isEmpty() ? "" : "_on_stream",
                step.signal("signal"),
                step.value("value"),
                step.signalOperation(),
                step.value("pe"),
                stream.isEmpty() ? "" : ", " + stream));
  }

  private void waiting(SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow("eq", "ne", "gt", "ge", "lt", "le", "stream");
    LaunchStep.Part word = step.part(step.operand());
    String comparison = "";
    String value = "";
    for (String key : COMPARISONS.keySet()) {
      if (step.has(key)) {
        if (!comparison.isEmpty()) {
          throw yaml.mistake(step.get(key), "a wait has one comparison; leave one");
        }
        comparison = COMPARISONS.get(key);
        value = step.value(key);
      }
    }
    if (comparison.isEmpty()) {
      throw yaml.mistake(
          step.node(), "'wait:' has no comparison; add one of eq, ne, gt, ge, lt, le, as 'ge: 1'");
    }
    ElementType type = word.buffer().type();
    if (type.isReal()) {
      throw yaml.mistake(
          step.operand(),
          "a wait is for whole numbers, and '%s' is %s",
          word.buffer().name(),
          type.numpy());
    }
    String name = type == ElementType.UINT64 ? "signal" : type.call;
    text.at(
        at,
        call(
            name + "_wait_until",
            "%s, %s, %s".formatted(word.address(), comparison, value),
            false,
            step.stream("")));
  }

  private void atomic(SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow("op", "value", "pe");
    LaunchStep.Part word = step.part(step.operand());
    step.symmetric(word, step.operand());
    String operation = step.oneOf("op", ATOMICS, "");
    String value = operation.equals("inc") ? "" : step.value("value") + ", ";
    text.at(
        at,
        "nvshmem_%s_atomic_%s(%s, %s%s);"
            .formatted(
                word.buffer().type().call, operation, word.address(), value, step.value("pe")));
  }

  private void team(SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow("parent", "start", "stride", "size");
    String name = yaml.name(step.operand(), "a team");
    scope.fresh(step.operand(), name, "a team");
    String parent = step.has("parent") ? step.team("parent") : "NVSHMEM_TEAM_WORLD";
    text.line(at, "nvshmem_team_t t_" + name + " = NVSHMEM_TEAM_INVALID;");
    text.at(
        at,
        "nvshmem_team_split_strided(%s, %s, %s, %s, NULL, 0, &t_%s);"
            .formatted(
                parent, step.value("start"), step.value("stride"), step.value("size"), name));
    names.teams.add(name);
  }

  private void collective(String verb, SourceLine at, LaunchStep step) throws LaunchMistake {
    boolean reduces = verb.startsWith("reduce");
    boolean hasRoot = verb.equals("broadcast");
    step.allow("from", "count", "team", "stream", reduces ? "op" : hasRoot ? "root" : "from");
    LaunchStep.Part to = step.part(step.operand());
    LaunchStep.Part from = step.part(step.get("from"));
    step.symmetric(to, step.operand());
    step.symmetric(from, step.get("from"));
    ElementType type = from.buffer().type();
    if (type != to.buffer().type()) {
      throw yaml.mistake(
          step.get("from"),
          "'%s' is %s and '%s' %s; a collective has one type",
          from.buffer().name(),
          type.numpy(),
          to.buffer().name(),
          to.buffer().type().numpy());
    }
    String team = step.team().orElse("NVSHMEM_TEAM_WORLD");
    String count =
        step.has("count")
            ? step.value("count")
            : switch (verb) {
              case "reducescatter" -> to.count();
              case "alltoall" -> "%s / nvshmem_team_n_pes(%s)".formatted(from.count(), team);
              default -> from.count();
            };
    String middle = reduces ? step.oneOf("op", REDUCTIONS, "sum") + "_" : "";
    String root = hasRoot ? ", " + (step.has("root") ? step.value("root") : "0") : "";
    text.at(
        at,
        call(
            type.call + "_" + middle + verb,
            "%s, %s, %s, %s%s".formatted(team, to.address(), from.address(), count, root),
            false,
            step.stream("")));
  }

  private void set(SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow("values");
    LaunchStep.Part to = step.part(step.operand());
    memory.values(to.buffer(), step.get("values"), to.offset(), to.count());
    text.at(
        at,
        "cudaMemcpy(%s, %s + (%s), (%s) * %d, cudaMemcpyHostToDevice);"
            .formatted(
                to.address(),
                to.buffer().copy(),
                to.offset(),
                to.count(),
                to.buffer().type().bytes()));
  }

  // ---------------------------------------------------------------- kernels

  private void launch(SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow("grid", "block", "shared", "stream", "collective", "args");
    Kernel kernel = kernel(step.operand());
    KernelArguments arguments = new KernelArguments(scope);
    if (step.has("args")) {
      for (Node one : yaml.items(step.get("args"))) {
        arguments.add(one);
      }
    }
    arguments.check(kernel, step.has("args") ? step.get("args") : step.operand());
    String before = declared.putIfAbsent(kernel.symbol(), arguments.types());
    if (before == null) {
      declarations.append(
          "extern \"C\" __global__ void %s(%s);\n".formatted(kernel.symbol(), arguments.types()));
    } else if (!before.equals(arguments.types())) {
      throw yaml.mistake(
          step.operand(),
          "'%s' is launched with (%s) here and with (%s) before; give arguments of the same types",
          kernel.symbol(),
          arguments.types(),
          before);
    }
    String grid = step.dimensions("grid");
    String block = step.dimensions("block");
    String shared = step.has("shared") ? step.value("shared") : "0";
    String stream = step.stream("0");
    if (step.flag("collective")) {
      text.line(at, "{ " + arguments.variables());
      text.at(
          at,
          "nvshmemx_collective_launch((const void *)%s, %s, %s, arguments, %s, %s); }"
              .formatted(kernel.symbol(), grid, block, shared, stream));
    } else {
      text.at(
          at,
          "%s<<<%s, %s, %s, %s>>>(%s);"
              .formatted(kernel.symbol(), grid, block, shared, stream, arguments.values()));
    }
  }

  private Kernel kernel(Node node) throws LaunchMistake {
    String name = yaml.text(node, "a kernel");
    if (!name.matches("[A-Za-z_$][\\w$]*")) {
      throw yaml.mistake(node, "'%s' is no name of a kernel", name);
    }
    List<Kernel> exact = known.kernels().stream().filter(one -> one.symbol().equals(name)).toList();
    List<Kernel> called =
        exact.isEmpty()
            ? known.kernels().stream().filter(one -> one.isCalled(name)).toList()
            : exact;
    if (called.size() > 1) {
      throw yaml.mistake(
          node, "'%s' may be any of %s; write one of these", name, Kernel.list(called));
    }
    if (called.isEmpty() && known.isAll()) {
      throw yaml.mistake(
          node, "no module has a kernel '%s': %s", name, Kernel.list(known.kernels()));
    }
    return called.isEmpty() ? new Kernel(name, null) : called.get(0);
  }

  // ---------------------------------------------------------------- results

  private void print(SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow();
    String words = yaml.text(step.operand(), "'print:'");
    StringBuilder code = new StringBuilder("{ at = 0; ");
    Set<Buffer> read = new LinkedHashSet<>();
    int from = 0;
    while (from < words.length()) {
      int open = words.indexOf('{', from);
      int end = open < 0 ? words.length() : open;
      if (end > from) {
        code.append("show(\"%s\"); ".formatted(HostText.escaped(words.substring(from, end))));
      }
      if (open < 0) {
        break;
      }
      int close = words.indexOf('}', open);
      if (close < 0) {
        throw yaml.mistake(step.operand(), "'}' is missing after '{'");
      }
      code.append(shown(step.operand(), words.substring(open + 1, close), open + 1, read));
      from = close + 1;
    }
    read(at, read);
    text.line(at, code + "}");
    text.at(at, "printf(\"%s\\n\", line);");
  }

  /** Statements that show what stands between braces. */
  private String shown(Node node, String inside, int column, Set<Buffer> read)
      throws LaunchMistake {
    boolean isHex = inside.endsWith(HEX);
    String words = isHex ? inside.substring(0, inside.length() - HEX.length()) : inside;
    Buffer whole = names.buffers.get(words.strip());
    if (isHex && whole == null) {
      throw yaml.mistake(node, "'{%s}': only a whole buffer is shown as bytes", inside);
    }
    if (whole != null && (isHex || whole.count() > 1)) {
      read.add(whole);
      return isHex
          ? "hex(%s, %d); ".formatted(whole.copy(), whole.bytes())
          : "for (int i = 0; i < %d; i++) { if (i) show(\" \"); show(%s[i]); } "
              .formatted(whole.count(), whole.copy());
    }
    SourceLine start = yaml.inside(node);
    SourceLine place = new SourceLine(start.file(), start.line(), start.column() + column);
    LaunchExpression.Code value = LaunchExpression.parse(words, place, names);
    if (value.usesElement()) {
      throw yaml.mistake(node, "'i' has no value in 'print:'");
    }
    read.addAll(value.read());
    return "show(%s); ".formatted(value.c());
  }

  private void read(SourceLine at, Set<Buffer> buffers) {
    for (Buffer buffer : buffers) {
      text.at(at, buffer.read());
    }
  }

  private void assertion(SourceLine at, LaunchStep step) throws LaunchMistake {
    step.allow();
    String words = yaml.text(step.operand(), "'assert:'");
    LaunchExpression.Code code = LaunchExpression.parse(words, yaml.inside(step.operand()), names);
    read(at, code.read());
    String loop = "";
    if (code.usesElement()) {
      OptionalInt count = code.counted().stream().mapToInt(Buffer::count).min();
      if (count.isEmpty()) {
        throw yaml.mistake(step.operand(), "'i' numbers no buffer's elements here");
      }
      loop = "for (int i = 0; i < %d; i++) ".formatted(count.getAsInt());
    }
    text.line(at, loop + "if (!(" + code.c() + "))");
    text.at(at, "__assert_failed(\"%s\");".formatted(HostText.escaped(words)));
  }
}
