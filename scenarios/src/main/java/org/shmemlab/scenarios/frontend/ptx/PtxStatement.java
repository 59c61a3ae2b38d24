package org.shmemlab.scenarios.frontend.ptx;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.MemoryOrder;
import org.shmemlab.model.program.Rounding;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.threads.ThreadOrder;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/**
 * One instruction of inline PTX (PTX ISA, "Instruction Statements").
 *
 * @param guard the predicate that must hold, a {@code !} before it if it must not; empty for none
 * @param spelled the instruction as the source has it, without operands
 * @param words the instruction's name and its modifiers after dots: {@code ld}, {@code acquire},
 *     {@code gpu}, {@code u32}
 * @param vectors its operands: each is one element, or the elements of a vector
 */
record PtxStatement(
    String guard,
    String spelled,
    ImmutableList<String> words,
    ImmutableList<ImmutableList<String>> vectors)
    implements PtxText.Part {
  private static final Pattern SHAPE =
      Pattern.compile("(?:@\\s*(!?[\\w%$.{}:]+)\\s+)?([\\w.:]+)\\s*(.*)", Pattern.DOTALL);
  private static final Pattern UNNAMED =
      Pattern.compile(
          "\\.(cta|cluster|gpu|sys|gl)$|\\.sync_restrict::\\w+::\\w+|(?<=shared)::\\w+");
  private static final Pattern OPERAND =
      Pattern.compile("\\{(?<vector>[^}]*)}|(?<one>(?:\\$\\{[^}]*}|\\[[^]]*]|[^,|{}\\[])+)");

  static PtxStatement of(String text) {
    Matcher shape = SHAPE.matcher(text);
    if (!shape.matches()) {
      throw new NotSupported("asm: " + text);
    }
    String guard = shape.group(1) == null ? "" : shape.group(1);
    ImmutableList.Builder<ImmutableList<String>> operands = ImmutableList.builder();
    Matcher operand = OPERAND.matcher(shape.group(3));
    while (operand.find()) {
      String vector = operand.group("vector");
      List<String> elements =
          Splitter.on(',')
              .trimResults()
              .omitEmptyStrings()
              .splitToList(vector != null ? vector : operand.group("one"));
      if (!elements.isEmpty()) {
        operands.add(ImmutableList.copyOf(elements));
      }
    }
    return new PtxStatement(
        guard,
        shape.group(2),
        ImmutableList.copyOf(
            Splitter.on('.').omitEmptyStrings().split(shape.group(2).replace("::", "_"))),
        operands.build());
  }

  /** The operands; the elements of vectors one by one. */
  ImmutableList<String> operands() {
    return vectors.stream().flatMap(List::stream).collect(ImmutableList.toImmutableList());
  }

  String operand(int index) {
    List<String> all = operands();
    if (index >= all.size()) {
      throw new NotSupported(text());
    }
    return all.get(index);
  }

  String name() {
    return words.get(0);
  }

  boolean has(String word) {
    return words.contains(word);
  }

  /** The type: the last word. */
  String type() {
    return words.get(words.size() - 1);
  }

  /** The form of a value of that type in a register. */
  Leaf leaf() {
    return PtxTypes.of(type());
  }

  /**
   * A scope as PTX writes it; without one, that of the GPU. A cluster is one block here, as no
   * launch makes larger ones.
   */
  ThreadScope reach() {
    return has("sys")
        ? ThreadScope.SYSTEM
        : has("cta") || has("cluster") ? ThreadScope.BLOCK : ThreadScope.DEVICE;
  }

  /** The order of an atomic, which is relaxed unless it says otherwise. */
  MemoryOrder order() {
    return has("acq_rel")
        ? MemoryOrder.ACQUIRE_RELEASE
        : has("acquire")
            ? MemoryOrder.ACQUIRE
            : has("release") ? MemoryOrder.RELEASE : MemoryOrder.RELAXED;
  }

  /** The direction of rounding, to the nearest unless the instruction names another. */
  Rounding rounding() {
    return has("rz")
        ? Rounding.ZERO
        : has("rp")
            ? Rounding.UP
            : has("rm")
                ? Rounding.DOWN
                : has("rna") ? Rounding.NEAREST_AWAY : Rounding.NEAREST_EVEN;
  }

  /**
   * The name of a fence in the table of thread order: without its scope, the part of a cluster that
   * shared memory belongs to, and restrictions, of which it is not weaker here.
   */
  String fence() {
    String name = UNNAMED.matcher(spelled).replaceAll("");
    if (!ThreadOrder.PTX.has(name)) {
      throw new NotSupported(text());
    }
    return name;
  }

  /** Whether a word names the shared state space. */
  boolean namesShared() {
    return has("shared") || has("shared_cta") || has("shared_cluster");
  }

  /** How many elements a vector has, 1 without {@code .v2} or {@code .v4}. */
  int vector() {
    return has("v2") ? 2 : has("v4") ? 4 : has("v8") ? 8 : 1;
  }

  /** As messages show it: without operands, whose names come from the compiler. */
  String text() {
    return "asm: " + spelled;
  }
}
