package org.shmemlab.labs.web;

import com.google.common.collect.ImmutableList;
import java.util.regex.Pattern;

/** Holds the examples of the playground, and names the programs that are pasted into it. */
public final class Playground {
  /** Any first part of a litmus test; no program in C begins so. */
  private static final Pattern LITMUS =
      Pattern.compile("(?s)(C[ \\t]+\\S+[ \\t]*\\R|pes[ \\t]+\\d|repairs[ \\t]|[\"{]).*");

  private static final Pattern OPENSHMEM = Pattern.compile("(?s).*#\\s*include\\s*<shmem\\.h>.*");

  private Playground() {}

  /**
   * A program to start from.
   *
   * @param name of its file
   */
  public record Example(String name, String title, String text) {}

  /** All of them, the simplest first. */
  public static ImmutableList<Example> examples() {
    return ImmutableList.of(
        example("ring.cu", "NVSHMEM: a ring"),
        example("fence.cu", "NVSHMEM: a fence between data and flag"),
        example("ring.c", "OpenSHMEM in C: a ring"),
        example("mp.litmus", "Litmus test: message passing"),
        example("sb.litmus", "Litmus test: store buffering"));
  }

  private static Example example(String name, String title) {
    return new Example(name, title, Assets.own("examples/" + name));
  }

  /** The name of a program's file: a litmus test, C, or else CUDA, by its text. */
  public static String file(String text) {
    if (LITMUS.matcher(withoutFirstComments(text)).matches()) {
      return "lab.litmus";
    }
    return OPENSHMEM.matcher(text).matches() && !text.contains("__global__") ? "lab.c" : "lab.cu";
  }

  private static String withoutFirstComments(String text) {
    String rest = text.stripLeading();
    while (rest.startsWith("//") || rest.startsWith("/*")) {
      String end = rest.startsWith("//") ? "\n" : "*/";
      int at = rest.indexOf(end, 2);
      rest = at < 0 ? "" : rest.substring(at + end.length()).stripLeading();
    }
    return rest;
  }
}
