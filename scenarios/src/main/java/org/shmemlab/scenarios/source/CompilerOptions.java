package org.shmemlab.scenarios.source;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * How a compiler is asked to read a source. A name is defined or undefined, never both.
 *
 * @param macros names and values that are defined before its first line, {@code -D}
 * @param undefined names that are not, {@code -U}
 * @param flags all other options, word by word: {@code -I}, {@code include}, {@code -std=c++20}
 */
public record CompilerOptions(
    ImmutableMap<String, String> macros,
    ImmutableSet<String> undefined,
    ImmutableList<String> flags) {
  /**
   * Names a CUDA toolkit, whose headers are read before ours, or after them if it is an old one.
   */
  public static final String CUDA_PATH = "--cuda-path";

  /**
   * The compiler finds the sources and our own headers, and no other file of this machine: for
   * programs of untrusted users.
   */
  public static final String CLOSED = "--closed";

  /** Names a header and, after an equals sign, the file that is read in its place. */
  public static final String REPLACE = "--replace";

  /** The beginning of the two options about headers. */
  public static final String HEADERS = "--headers=";

  /** The compiler finds our own headers, and those of the machine only where we have none. */
  public static final String OWN_HEADERS = "--headers=own";

  /** The compiler finds the machine's headers first, whatever the environment says. */
  public static final String MACHINE_HEADERS = "--headers=machine";

  /** Nothing is asked for. */
  public static final CompilerOptions NONE =
      new CompilerOptions(ImmutableMap.of(), ImmutableSet.of(), ImmutableList.of());

  /** These options and then the given ones, as if both stood in one command line. */
  public CompilerOptions then(CompilerOptions more) {
    Map<String, String> defined = new LinkedHashMap<>(macros);
    Set<String> not = new LinkedHashSet<>(undefined);
    not.removeAll(more.macros.keySet());
    defined.putAll(more.macros);
    defined.keySet().removeAll(more.undefined);
    not.addAll(more.undefined);
    return new CompilerOptions(
        ImmutableMap.copyOf(defined),
        ImmutableSet.copyOf(not),
        ImmutableList.<String>builder().addAll(flags).addAll(more.flags).build());
  }

  /** With more macros. */
  public CompilerOptions define(Map<String, String> more) {
    return then(
        new CompilerOptions(ImmutableMap.copyOf(more), ImmutableSet.of(), ImmutableList.of()));
  }

  /** Without a macro, whichever options define it. */
  public CompilerOptions undefine(String name) {
    return then(new CompilerOptions(ImmutableMap.of(), ImmutableSet.of(name), ImmutableList.of()));
  }

  /** Whether {@link #CLOSED} is asked for. */
  public boolean isClosed() {
    return flags.contains(CLOSED);
  }

  /**
   * Whether {@link #OWN_HEADERS} is asked for.
   *
   * @param otherwise the answer where neither they nor the machine's are
   */
  public boolean usesOwnHeaders(boolean otherwise) {
    int own = flags.lastIndexOf(OWN_HEADERS);
    int machine = flags.lastIndexOf(MACHINE_HEADERS);
    return (own < 0 && machine < 0) ? otherwise : own > machine;
  }

  /** Whether a file for {@link #REPLACE} is one of those that come along. */
  public static boolean isOurReplacement(String file) {
    return file.equals("shmemlab/ibgda_device.cuh");
  }

  /** With more words for the compiler. */
  public CompilerOptions with(String... words) {
    return then(
        new CompilerOptions(ImmutableMap.of(), ImmutableSet.of(), ImmutableList.copyOf(words)));
  }
}
