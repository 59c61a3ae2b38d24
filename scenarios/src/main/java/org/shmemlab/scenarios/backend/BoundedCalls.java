package org.shmemlab.scenarios.backend;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.litmus.LitmusFile;

/**
 * Macros around the calls of litmus tests: a wait gets a bound, a loop too, and a transfer moves
 * padding before its word, so that its size can vary.
 */
final class BoundedCalls {
  private static final Pattern WAIT = Pattern.compile("nvshmem_(\\w+)_wait_until(_any)?\\b *\\(");
  private static final Pattern TRANSFER =
      Pattern.compile("nvshmem_([a-z0-9]+)_((?:put|get)(?:_nbi)?|put_signal(?:_nbi)?)\\b *\\(");

  /** The types that calls name, NVSHMEM 3.4, "Supported types". */
  private static final ImmutableMap<String, String> TYPES =
      ImmutableMap.<String, String>builder()
          .put("short", "short")
          .put("int", "int")
          .put("long", "long")
          .put("longlong", "long long")
          .put("ushort", "unsigned short")
          .put("uint", "unsigned int")
          .put("ulong", "unsigned long")
          .put("ulonglong", "unsigned long long")
          .put("int32", "int32_t")
          .put("int64", "int64_t")
          .put("uint32", "uint32_t")
          .put("uint64", "uint64_t")
          .put("size", "size_t")
          .put("ptrdiff", "ptrdiff_t")
          .buildOrThrow();

  private BoundedCalls() {}

  /** The macros that these tests need. */
  static String of(Backend backend, List<LitmusFile> tests) {
    String prefix = backend == Backend.NVSHMEM ? "nvshmem" : "shmem";
    TreeSet<String> lines = new TreeSet<>();
    for (LitmusFile test : tests) {
      waits(prefix, test.source().text(), lines);
      transfers(prefix, test.source().text(), lines);
    }
    return String.join("\n", lines)
        + "\n#define while(...) while (lab_patient(lab) && (__VA_ARGS__))\n\n";
  }

  private static void waits(String prefix, String source, Set<String> lines) {
    Matcher wait = WAIT.matcher(source);
    while (wait.find()) {
      String type = wait.group(1);
      String call = prefix + "_" + type + "_wait_until";
      if (type.equals("signal")) {
        lines.add(define(call, "p, c, v", "LAB_WAIT(uint64_t, " + call + ", p, c, v)"));
      } else if (TYPES.containsKey(type)) {
        String test = prefix + "_" + type + "_test";
        if (wait.group(2) != null) {
          lines.add(
              define(
                  call + "_any", "p, n, s, c, v", "LAB_WAIT_ANY(" + test + "_any, p, n, s, c, v)"));
        } else if (prefix.equals("nvshmem")) {
          lines.add(
              define(call, "p, c, v", "LAB_WAIT(" + TYPES.get(type) + ", " + call + ", p, c, v)"));
        } else {
          lines.add(define(call, "p, c, v", "LAB_WAIT(" + test + ", " + call + ", p, c, v)"));
        }
      }
    }
  }

  private static void transfers(String prefix, String source, Set<String> lines) {
    Matcher transfer = TRANSFER.matcher(source);
    while (transfer.find()) {
      String type = TYPES.get(transfer.group(1));
      if (type != null) {
        String call = prefix + "_" + transfer.group(1) + "_" + transfer.group(2);
        String padding = "lab_padding(lab, d, s, sizeof(" + type + "))";
        lines.add(
            define(
                call,
                "d, s, n, ...",
                call
                    + ("(((" + type + " *) (d)) - " + padding + ", ((const " + type)
                    + (" *) (s)) - " + padding + ", (n) + " + padding + ", __VA_ARGS__)")));
      }
    }
  }

  private static String define(String name, String parameters, String text) {
    return "#define " + name + "(" + parameters + ") " + text;
  }
}
