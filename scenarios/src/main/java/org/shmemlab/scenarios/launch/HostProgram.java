package org.shmemlab.scenarios.launch;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.Optional;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Writes the host program of a launch file: its sections; steps are {@link HostSteps}. */
final class HostProgram {
  private static final String HEAD =
      """
      #include <assert.h>
      #include <cuda_runtime.h>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      #include <stdint.h>
      #include <stdio.h>
      template <class A, class B> static auto mod(A a, B b) {
        auto rest = a % b;
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
      }
      static char line[65536];
      static size_t at;
      static void flush() { printf("%s", line); at = 0; }
      static void add(char c) {
        if (at > sizeof line - 2) flush();
        line[at++] = c;
        line[at] = 0;
      }
      static void show(const char *text) {
        for (; *text; text++) add(*text);
      }
      template <class V> static void add(const char *format, V v) {
        char text[64];
        snprintf(text, sizeof text, format, v);
        show(text);
      }
      static void show(int v) { add("%d", v); }
      static void show(unsigned v) { add("%u", v); }
      static void show(long v) { add("%ld", v); }
      static void show(unsigned long v) { add("%lu", v); }
      static void show(double v) { add("%g", v); }
      static void hex(const void *bytes, size_t count) {
        const unsigned char *all = (const unsigned char *)bytes;
        for (size_t k = 0; k < count; k++) {
          add("0123456789abcdef"[all[k] >> 4]);
          add("0123456789abcdef"[all[k] & 15]);
        }
      }
      """;

  private final SourceFile launch;
  private final ImmutableList<SourceFile> files;
  private final PlacedYaml yaml;
  private final Names names = new Names();
  private final HostText text = new HostText();
  private final Scope scope;
  private final BufferStatements memory;

  HostProgram(SourceFile launch, ImmutableList<SourceFile> files) {
    this.launch = launch;
    this.files = files;
    this.yaml = new PlacedYaml(launch.path());
    this.scope = new Scope(yaml, names);
    this.memory = new BufferStatements(launch, scope, text);
  }

  ImmutableMap<SourceLine, String> objects() {
    return memory.objects();
  }

  String write() throws LaunchMistake {
    Node root = yaml.root(launch.text());
    Fields all = yaml.fields(root, "a launch file");
    all.allow("pes", "files", "scalars", "streams", "buffers", "steps");
    if (all.has("pes")) {
      yaml.count(all.get("pes"), "the number of PEs", JobLayout.MAX_PES);
    }
    files(all.find("files"));
    SourceLine start = all.at();
    text.line(start, "int main() {");
    text.at(start, "nvshmem_init();");
    text.at(start, "cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));");
    text.at(start, "const int me = nvshmem_my_pe();");
    text.at(start, "const int n = nvshmem_n_pes();");
    scalars(all.find("scalars"));
    streams(all.find("streams"));
    if (all.has("buffers")) {
      Fields buffers = yaml.fields(all.get("buffers"), "'buffers:'");
      for (String name : buffers.keys()) {
        Node value = buffers.get(name);
        scope.fresh(buffers.key(name), name, "a buffer");
        memory.allocate(name, yaml.at(value), value);
      }
      text.at(yaml.at(all.key("buffers")), "nvshmem_barrier_all();");
    }
    HostSteps steps = new HostSteps(scope, memory, text, kernels());
    Node list = all.get("steps");
    if (!(list instanceof SequenceNode)) {
      throw yaml.mistake(
          list, "'steps:' is a list ('- barrier', ...), and this is %s", PlacedYaml.words(list));
    }
    for (Node step : yaml.items(list)) {
      steps.write(step);
    }
    end(start);
    return HEAD + steps.declarations() + memory.declarations() + text;
  }

  private void end(SourceLine start) {
    text.at(start, "cudaDeviceSynchronize();");
    memory.freeAll();
    text.at(start, "nvshmem_finalize();");
    text.line(start, "return 0; }");
  }

  // ---------------------------------------------------------------- sections

  private Kernel.Known kernels() {
    boolean isAll = files.stream().allMatch(file -> file.isPtx() || file.isLaunch());
    return new Kernel.Known(Kernel.inPtx(files), isAll);
  }

  private void files(Optional<Node> list) throws LaunchMistake {
    if (list.isEmpty()) {
      return;
    }
    for (Node name : yaml.items(list.get())) {
      String path = Path.of(launch.path()).resolveSibling(yaml.text(name, "a file")).toString();
      if (files.stream().noneMatch(file -> file.path().equals(path))) {
        throw yaml.mistake(
            name,
            "there is no file %s that can be read; names are relative to the launch file",
            path);
      }
    }
  }

  private void scalars(Optional<Node> section) throws LaunchMistake {
    if (section.isEmpty()) {
      return;
    }
    Fields all = yaml.fields(section.get(), "'scalars:'");
    for (String name : all.keys()) {
      Node value = all.get(name);
      scope.fresh(all.key(name), name, "a scalar");
      ElementType type = ElementType.INT32;
      if (value instanceof MappingNode) {
        Fields fields = yaml.fields(value, "the scalar '" + name + "'");
        fields.allow("type", "value");
        type = scope.type(fields.get("type"), yaml.text(fields.get("type"), "a type"));
        value = fields.get("value");
      }
      LaunchExpression.Code code = scope.expression(value);
      text.at(yaml.at(value), "const %s s_%s = %s;".formatted(type.c, name, code.c()));
      names.scalars.put(name, type);
    }
  }

  private void streams(Optional<Node> section) throws LaunchMistake {
    if (section.isPresent()) {
      for (Node stream : yaml.items(section.get())) {
        String name = yaml.name(stream, "a stream");
        scope.fresh(stream, name, "a stream");
        names.streams.add(name);
        text.line(yaml.at(stream), "cudaStream_t q_" + name + ";");
        text.at(yaml.at(stream), "cudaStreamCreate(&q_" + name + ");");
      }
    }
  }
}
