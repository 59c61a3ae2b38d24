package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;

/** What every run of the compiler is told, for programs and for what they are linked with. */
final class CommonOptions {
  private static final String TARGET = "--target=x86_64-unknown-linux-gnu";

  private static final String[] OPTIONS = {
    // makes std::string a template like others, and checks indices of containers
    "-D_GLIBCXX_ASSERTIONS",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-fverify-intermediate-code", // a reader of what is broken would end with this process
    "-fno-builtin",
    "-ffp-contract=off",
    "-gline-tables-only",
    "-fdebug-compilation-dir=/", // else names lose what they share with this folder's
    "-fno-discard-value-names",
    "-fno-caret-diagnostics",
    "-fno-crash-diagnostics", // else it writes how it came to a crash into the folder /tmp
    "-ferror-limit=0", // that there are too many would have no line
    "-fno-threadsafe-statics",
    "-fno-stack-protector",
    // a warning to nvcc where the value is not known, so not an error here
    "-Wno-c++11-narrowing",
    "-Wno-vla-cxx-extension" // gcc, the host compiler of nvcc, takes them without a word
  };

  private CommonOptions() {}

  /**
   * Calls of libraries stay calls, each access stays one access.
   *
   * @param headers where those are
   */
  static ImmutableList<String> of(HeaderPlaces headers) {
    return ImmutableList.<String>builder()
        .add(TARGET, "-resource-dir=" + headers.compiler())
        .addAll(headers.arguments())
        .add(OPTIONS)
        .build();
  }
}
