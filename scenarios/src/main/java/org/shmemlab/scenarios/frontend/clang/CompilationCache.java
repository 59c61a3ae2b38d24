package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Keeps compiled sources in the user's cache: a file for each source, named after its text, the
 * options, the compiler and our headers. It holds the compiler's output and the list of other files
 * that were read; once one of these has changed, the entry counts no more.
 */
final class CompilationCache {
  private static final int FORMAT = 0x534C4332;

  /** Variables by which users name folders of headers to Clang, as to other compilers. */
  private static final ImmutableList<String> VARIABLES =
      ImmutableList.of("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH");

  /** How much older than a run of the compiler a file must be, for clocks that count in steps. */
  private static final long CLOCK_MILLIS = 10;

  private final FileCache kept;
  private final Toolchain toolchain;
  private final Map<String, String> environment = System.getenv();

  CompilationCache(Toolchain toolchain) {
    this.toolchain = toolchain;
    this.kept = new FileCache(toolchain.cache().resolve("compiled"));
  }

  /** A key that no other compilation has, of the parts that are known before it runs. */
  String key(SourceFile file, List<String> host, List<String> device) throws IOException {
    Hasher hasher = Hashing.sha256().newHasher();
    hasher.putInt(FORMAT);
    put(hasher, toolchain.clang().toString());
    put(hasher, String.valueOf(Files.getLastModifiedTime(toolchain.clang()).toMillis()));
    put(hasher, String.valueOf(Files.size(toolchain.clang())));
    put(hasher, toolchain.headers().toString());
    put(hasher, file.path());
    put(hasher, Path.of("").toAbsolutePath().toString()); // relative paths begin there
    VARIABLES.forEach(name -> put(hasher, environment.getOrDefault(name, "")));
    host.forEach(word -> put(hasher, word));
    device.forEach(word -> put(hasher, word));
    hasher.putBytes(file.bytes());
    return hasher.hash().toString();
  }

  private static void put(Hasher hasher, String text) {
    hasher.putString(text, StandardCharsets.UTF_8).putByte((byte) 0);
  }

  // ---------------------------------------------------------------- reading

  /**
   * The result of compiling a source; null where there is none, or none of the files as they are
   * now.
   */
  @Nullable Bitcode find(String key) {
    byte[] content = kept.find(key);
    try {
      return content == null ? null : read(content);
    } catch (IOException broken) {
      return null;
    }
  }

  private static @Nullable Bitcode read(byte[] content) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
    if (in.readInt() != FORMAT) {
      return null;
    }
    int files = in.readInt();
    for (int i = 0; i < files; i++) {
      if (!ReadFile.read(in).isSame()) {
        return null;
      }
    }
    String identity = in.readUTF();
    ImmutableList.Builder<String> messages = ImmutableList.builder();
    int lines = in.readInt();
    for (int i = 0; i < lines; i++) {
      messages.add(new String(bytes(in), StandardCharsets.UTF_8));
    }
    byte[] host = bytes(in);
    byte[] device = bytes(in);
    return new Bitcode(host, device.length == 0 ? null : device, messages.build(), identity);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  // ---------------------------------------------------------------- writing

  /**
   * Keeps the result of compiling a source, unless a file that was read has changed meanwhile.
   *
   * @param read the files that the compiler read
   * @param start when it began, in milliseconds of the system's clock
   */
  void keep(String key, Bitcode made, SourceFile source, List<Path> read, long start)
      throws IOException {
    byte[] host = made.host();
    if (host == null) {
      return;
    }
    List<ReadFile> files = ReadFile.of(source, read, toolchain);
    if (files.stream().anyMatch(file -> file.modified() >= start - CLOCK_MILLIS)) {
      return;
    }
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    DataOutputStream inside = new DataOutputStream(content);
    inside.writeInt(made.messages().size());
    for (String line : made.messages()) {
      write(line.getBytes(StandardCharsets.UTF_8), inside);
    }
    write(host, inside);
    byte[] device = made.device();
    write(device == null ? new byte[0] : device, inside);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(whole);
    out.writeInt(FORMAT);
    out.writeInt(files.size());
    for (ReadFile file : files) {
      file.write(out);
    }
    out.writeUTF(Hashing.sha256().hashBytes(content.toByteArray()).toString());
    out.write(content.toByteArray());
    kept.keep(key, whole.toByteArray());
  }

  private static void write(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
