package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;

/**
 * Lists the options of every run of the compiler, for programs and for the parts that are linked to
 * them.
 */
final class CommonOptions {
  private static final String TARGET = "--target=x86_64-unknown-linux-gnu";

  private static final String[] OPTIONS = {
    // makes std::string a template like all others, and checks indices of containers
    "-D_GLIBCXX_ASSERTIONS",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-fverify-intermediate-code", // LLVM's reader of a damaged module would end this process
    "-fno-builtin",
    "-ffp-contract=off",
    "-gline-tables-only",
    "-fdebug-compilation-dir=/", // else names lose the part that they share with this folder's
    "-fno-discard-value-names",
    "-fno-caret-diagnostics",
    "-fno-crash-diagnostics", // else it writes a report of a crash into the folder /tmp
    "-ferror-limit=0", // that there are too many would have no line
    "-fno-threadsafe-statics",
    "-fno-stack-protector",
    // a warning to nvcc where the value is not known, so not an error here
    "-Wno-c++11-narrowing",
    "-Wno-vla-cxx-extension", // gcc, the host compiler of nvcc, takes them without a word
    // warnings to gcc before release 14
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type"
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
