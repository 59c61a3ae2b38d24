package org.shmemlab.scenarios.source;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A source file, with the other parts of its program.
 *
 * @param path as the user gave it; diagnostics and instructions repeat it
 * @param text its whole text; of bitcode, each byte as a character
 * @param options how it is to be read
 * @param others the other files of the same program
 */
public record SourceFile(
    String path, String text, CompilerOptions options, ImmutableList<SourceFile> others) {
  private static final Pattern OPENMP =
      Pattern.compile("^\\s*#\\s*pragma\\s+omp\\b|_Pragma\\s*\\(\\s*\"omp\\b", Pattern.MULTILINE);

  /** Comments and literals, which may speak of main without defining it. */
  static final Pattern PROSE =
      Pattern.compile(
          "//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\\n]|\\\\.)*+'");

  private static final Pattern MAIN = Pattern.compile("\\bmain\\s*\\(");

  /** Largest source that is read, in bytes. */
  public static final long MAX_BYTES = 4L << 20;

  /** Largest file of a compiler's output, which says the same at greater length. */
  public static final long MAX_COMPILED_BYTES = 64L << 20;

  private static final String LAUNCH = ".launch.yaml";

  /** The endings of the names of programs. */
  public static final ImmutableSet<String> ENDINGS =
      ImmutableSet.of(".cu", ".c", ".cpp", ".cc", ".cxx", ".ll", ".bc", ".ptx", LAUNCH);

  /** A source file that is a program of its own, without options. */
  public SourceFile(String path, String text) {
    this(path, text, CompilerOptions.NONE, ImmutableList.of());
  }

  /** Macros that are defined before its first line. */
  public ImmutableMap<String, String> macros() {
    return options.macros();
  }

  /** The same program with more macros in all files; of two with one name, the new one counts. */
  public SourceFile define(Map<String, String> more) {
    return more.isEmpty() ? this : compiledWith(CompilerOptions.NONE.define(more));
  }

  /** The same program, all files of which are read with more options. */
  public SourceFile compiledWith(CompilerOptions more) {
    return more.equals(CompilerOptions.NONE)
        ? this
        : new SourceFile(
            path,
            text,
            options.then(more),
            others.stream()
                .map(other -> other.compiledWith(more))
                .collect(ImmutableList.toImmutableList()));
  }

  /** The program of this file and further ones. */
  public SourceFile with(Iterable<SourceFile> more) {
    return new SourceFile(
        path,
        text,
        options,
        ImmutableList.<SourceFile>builder().addAll(others).addAll(more).build());
  }

  /** All files of the program, this one first. */
  public ImmutableList<SourceFile> files() {
    return ImmutableList.<SourceFile>builder().add(this).addAll(others).build();
  }

  // The mark that some editors of Windows put before UTF-8 is no part of the text.
  private static String withoutMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /**
   * Reads a file: UTF-8 with or without a byte order mark, or Latin-1 where the bytes are not UTF-8
   * (comments in old sources).
   *
   * @throws IOException if it cannot be read or is larger than {@link #MAX_BYTES}, of a compiler's
   *     output {@link #MAX_COMPILED_BYTES}
   */
  public static SourceFile read(Path file) throws IOException {
    String path = file.toString();
    long most = isCompiled(path) ? MAX_COMPILED_BYTES : MAX_BYTES;
    if (Files.size(file) > most) {
      throw new IOException("larger than " + (most >> 20) + " MiB");
    }
    try {
      return path.endsWith(".bc")
          ? new SourceFile(path, Files.readString(file, StandardCharsets.ISO_8859_1))
          : new SourceFile(path, withoutMark(Files.readString(file, StandardCharsets.UTF_8)));
    } catch (CharacterCodingException notUtf8) {
      return new SourceFile(path, Files.readString(file, StandardCharsets.ISO_8859_1));
    }
  }

  /** Its bytes, for a compiler. */
  public byte[] bytes() {
    return text.getBytes(
        path.endsWith(".bc") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }

  /** The SHA-256 of the program's texts in UTF-8, in hexadecimal: it distinguishes versions. */
  public String sha256() {
    Hasher hasher = Hashing.sha256().newHasher();
    files().forEach(file -> hasher.putString(file.text, StandardCharsets.UTF_8));
    return hasher.hash().toString();
  }

  /** Its language as Clang's {@code -x} calls it: that of the options, else that of its name. */
  public String language() {
    int asked = options.flags().lastIndexOf("-x");
    if (asked >= 0) {
      return options.flags().get(asked + 1);
    }
    if (path.endsWith(".cu") || path.endsWith(".litmus") || isLaunch()) {
      return "cuda";
    }
    return path.endsWith(".c") || path.endsWith(".h") ? "c" : "c++";
  }

  /** Whether this is C rather than C++: decides the types of comparisons and characters. */
  public boolean isC() {
    return language().equals("c");
  }

  /** Whether this is CUDA C, the language of litmus tests, too. */
  public boolean isCuda() {
    return language().equals("cuda");
  }

  /** Whether this is no compiler's output, which has no comments. */
  boolean hasComments() {
    return !isCompiled();
  }

  /** Whether this is a test in the litmus format, or made of one. */
  public boolean isLitmus() {
    return path.endsWith(".litmus");
  }

  /** Whether it has directives of OpenMP. */
  public boolean usesOpenMp() {
    return OPENMP.matcher(text).find();
  }

  /** Whether this is a compiler's output: LLVM's representation, as text or bitcode, or PTX. */
  public boolean isCompiled() {
    return isCompiled(path);
  }

  private static boolean isCompiled(String path) {
    return path.endsWith(".ll") || path.endsWith(".bc") || path.endsWith(".ptx");
  }

  /** Whether this is a module of PTX. */
  public boolean isPtx() {
    return path.endsWith(".ptx");
  }

  /** Whether this is a launch file, which takes the place of a host part. */
  public boolean isLaunch() {
    return path.endsWith(LAUNCH);
  }

  /** Whether its text has the function that a program starts with, as far as one can see. */
  public boolean hasMain() {
    return isLaunch() || (path.endsWith(".bc") ? text.contains("main") : callsMain());
  }

  private boolean callsMain() {
    return MAIN.matcher(PROSE.matcher(text).replaceAll(" ")).find();
  }
}
