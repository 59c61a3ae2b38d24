package org.shmemlab.scenarios.source;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A source file.
 *
 * @param path as the user gave it; diagnostics and instructions repeat it
 * @param text its whole text
 * @param macros names and values that are defined before its first line, as by a compiler's {@code
 *     -D}
 */
public record SourceFile(String path, String text, ImmutableMap<String, String> macros) {
  private static final Pattern OPENMP =
      Pattern.compile("^\\s*#\\s*pragma\\s+omp\\b|_Pragma\\s*\\(\\s*\"omp\\b", Pattern.MULTILINE);

  /** Largest source that is read, in bytes. */
  public static final long MAX_BYTES = 4L << 20;

  /** A source file that nobody defines anything for. */
  public SourceFile(String path, String text) {
    this(path, text, ImmutableMap.of());
  }

  /** The same file with more macros; of two with one name, the new one counts. */
  public SourceFile define(Map<String, String> more) {
    return new SourceFile(
        path,
        text,
        ImmutableMap.<String, String>builder().putAll(macros).putAll(more).buildKeepingLast());
  }

  /**
   * Reads a file: UTF-8, or Latin-1 where the bytes are not UTF-8 (comments in old sources).
   *
   * @throws IOException if it cannot be read or is larger than {@link #MAX_BYTES}
   */
  public static SourceFile read(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException("larger than " + (MAX_BYTES >> 20) + " MiB");
    }
    try {
      return new SourceFile(file.toString(), text(file, StandardCharsets.UTF_8));
    } catch (CharacterCodingException notUtf8) {
      return new SourceFile(file.toString(), text(file, StandardCharsets.ISO_8859_1));
    }
  }

  /** The SHA-256 of its text in UTF-8, in hexadecimal: what tells two versions apart. */
  public String sha256() {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
  }

  /** Whether this is C rather than C++: decides the types of comparisons and characters. */
  public boolean isC() {
    return path.endsWith(".c") || path.endsWith(".h");
  }

  /** Whether this is CUDA C, which is what litmus tests are written in, too. */
  public boolean isCuda() {
    return path.endsWith(".cu") || path.endsWith(".litmus");
  }

  /** Whether this is a test in the litmus format, or made of one. */
  public boolean isLitmus() {
    return path.endsWith(".litmus");
  }

  /** Whether this is C++ without kernels. */
  public boolean isCpp() {
    return path.endsWith(".cpp") || path.endsWith(".cc") || path.endsWith(".cxx");
  }

  /** Whether it has directives of OpenMP. */
  public boolean usesOpenMp() {
    return OPENMP.matcher(text).find();
  }

  /** Whether this is LLVM's representation as text. */
  public boolean isLlvm() {
    return path.endsWith(".ll");
  }

  private static String text(Path file, Charset charset) throws IOException {
    return Files.readString(file, charset);
  }
}
