package org.shmemlab.scenarios.frontend.ir;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.Lists;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names the instruction of PTX that an intrinsic of LLVM stands for, results first and then the
 * arguments by their places (NVPTX Usage Guide, "NVPTX Intrinsics"; PTX ISA).
 */
final class NvvmAssembly {
  private NvvmAssembly() {}

  /**
   * The text of the instruction, or null for an intrinsic that is not known.
   *
   * @param name after {@code llvm.nvvm.}
   */
  static @Nullable String of(String name) {
    List<String> words = Splitter.on('.').splitToList(name);
    return switch (words.get(0)) {
      case "barrier" -> barrier(name);
      case "shfl" -> shuffle(words);
      case "vote" -> name.equals("vote.uni.sync") ? "vote.sync.uni.pred $0, $2, $1;" : null;
      case "match" -> match(name);
      case "redux" -> reduction(words);
      case "isspacep" -> "isspacep." + words.get(1) + " $0, $1;";
      case "prmt" -> name.equals("prmt") ? "prmt.b32 $0, $1, $2, $3;" : null;
      case "ex2" -> "ex2.approx.f32 $0, $1;";
      case "lg2" -> "lg2.approx.f32 $0, $1;";
      case "add", "mul", "div" -> rounded(words, "$0, $1, $2;");
      case "fma" -> rounded(words, "$0, $1, $2, $3;");
      case "rcp", "sqrt" -> rounded(words, "$0, $1;");
      case "rsqrt" -> "rsqrt.approx." + real(name) + " $0, $1;";
      case "fabs" -> "abs." + real(name) + " $0, $1;";
      default -> null;
    };
  }

  /** As {@code llvm.nvvm.add.rz.ftz.f}: a function, modifiers, a type; {@code sqrt.f} has none. */
  private static String rounded(List<String> words, String operands) {
    List<String> modifiers = words.subList(1, words.size() - 1);
    String type = words.get(words.size() - 1);
    String way = modifiers.isEmpty() ? ".rn" : "";
    return Joiner.on('.').join(Lists.asList(words.get(0) + way, modifiers.toArray(String[]::new)))
        + "."
        + (type.equals("d") ? "f64" : type.equals("f") ? "f32" : type)
        + " "
        + operands;
  }

  private static String real(String name) {
    return name.endsWith(".d") || name.endsWith(".f64") ? "f64" : "f32";
  }

  private static @Nullable String barrier(String name) {
    return switch (name) {
      case "barrier.sync", "barrier.cta.sync.all" -> "barrier.sync $0;";
      case "barrier.sync.cnt", "barrier.cta.sync", "barrier.cta.sync.count" ->
          "barrier.sync $0, $1;";
      case "barrier.cta.sync.aligned.count", "barrier" -> "bar.sync $0, $1;";
      case "barrier.n" -> "bar.sync $0;";
      default -> null;
    };
  }

  private static @Nullable String shuffle(List<String> words) {
    if (words.size() != 4 || !words.get(1).equals("sync")) {
      return null;
    }
    String name = "shfl.sync." + words.get(2) + ".b32 ";
    return name + (words.get(3).endsWith("p") ? "$0|$1, $3, $4, $5, $2;" : "$0, $2, $3, $4, $1;");
  }

  private static @Nullable String match(String name) {
    return switch (name) {
      case "match.any.sync.i32" -> "match.any.sync.b32 $0, $2, $1;";
      case "match.any.sync.i64" -> "match.any.sync.b64 $0, $2, $1;";
      case "match.all.sync.i32p" -> "match.all.sync.b32 $0|$1, $3, $2;";
      case "match.all.sync.i64p" -> "match.all.sync.b64 $0|$1, $3, $2;";
      default -> null;
    };
  }

  private static @Nullable String reduction(List<String> words) {
    if (words.size() != 3 || !words.get(1).equals("sync")) {
      return null;
    }
    String operator = words.get(2);
    return switch (operator) {
      case "umin", "umax" -> "redux.sync." + operator.substring(1) + ".u32 $0, $1, $2;";
      case "and", "or", "xor" -> "redux.sync." + operator + ".b32 $0, $1, $2;";
      default -> "redux.sync." + operator + ".s32 $0, $1, $2;";
    };
  }
}
