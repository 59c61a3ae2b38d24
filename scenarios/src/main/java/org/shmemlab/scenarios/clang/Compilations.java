package org.shmemlab.scenarios.clang;

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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * What was compiled before, in the user's cache: a file for each source, named after its text, the
 * options, the compiler and our headers. It holds what the source became and which other files it
 * was made of; where one of these is another now, it counts no more.
 *
 * <p>Processes share it. Each writes a file beside its place and then gives it its name, and a file
 * that is broken is as good as none.
 */
final class Compilations {
  private static final int FORMAT = 0x534C4331;

  /** Files that are kept; when there are more, the half that was not used for longest goes. */
  private static final int MOST_FILES = 400;

  /** Variables by which Clang, like other compilers, is told of folders with headers. */
  private static final ImmutableList<String> VARIABLES =
      ImmutableList.of("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH");

  /** How much older than a run of the compiler a file must be, for clocks that count in steps. */
  private static final long CLOCK_MILLIS = 10;

  private final Path folder;
  private final Toolchain toolchain;
  private final Map<String, String> environment = System.getenv();

  Compilations(Toolchain toolchain) {
    this.toolchain = toolchain;
    this.folder = toolchain.cache().resolve("compiled");
  }

  /** What tells this compilation from every other, as far as it is known before it runs. */
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

  /** What a source became; null where that is not known, or not true any more. */
  @Nullable Bitcode find(String key) {
    Path file = folder.resolve(key);
    try {
      byte[] content = Files.readAllBytes(file);
      Bitcode found = read(content);
      if (found != null) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
      }
      return found;
    } catch (IOException missingOrBroken) {
      return null;
    }
  }

  private @Nullable Bitcode read(byte[] content) throws IOException {
    int length = content.length - Integer.BYTES;
    if (length < Integer.BYTES) {
      return null;
    }
    DataInputStream end =
        new DataInputStream(new ByteArrayInputStream(content, length, Integer.BYTES));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(content, 0, length));
    if (end.readInt() != sum(content, length) || in.readInt() != FORMAT) {
      return null;
    }
    int files = in.readInt();
    for (int i = 0; i < files; i++) {
      if (!ReadFile.read(in).isSame()) {
        return null;
      }
    }
    ImmutableList.Builder<String> messages = ImmutableList.builder();
    int lines = in.readInt();
    for (int i = 0; i < lines; i++) {
      messages.add(new String(bytes(in), StandardCharsets.UTF_8));
    }
    byte[] host = bytes(in);
    byte[] device = bytes(in);
    return new Bitcode(host, device.length == 0 ? null : device, messages.build());
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  private static int sum(byte[] content, int length) {
    CRC32C sum = new CRC32C();
    sum.update(content, 0, length);
    return (int) sum.getValue();
  }

  // ---------------------------------------------------------------- writing

  /**
   * Keeps what a source became, unless a file that it was made of has changed meanwhile.
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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(FORMAT);
    out.writeInt(files.size());
    for (ReadFile file : files) {
      file.write(out);
    }
    out.writeInt(made.messages().size());
    for (String line : made.messages()) {
      write(line.getBytes(StandardCharsets.UTF_8), out);
    }
    write(host, out);
    byte[] device = made.device();
    write(device == null ? new byte[0] : device, out);
    out.writeInt(sum(bytes.toByteArray(), bytes.size()));
    Files.createDirectories(folder);
    Path draft = Files.createTempFile(folder, "draft-", "");
    try {
      Files.write(draft, bytes.toByteArray());
      Files.move(draft, folder.resolve(key), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
    tidy();
  }

  private static void write(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private void tidy() throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(folder)) {
      all = files.toList();
    }
    if (all.size() > MOST_FILES) {
      record Dated(Path path, long used) {}
      List<Dated> oldest =
          all.stream()
              .map(path -> new Dated(path, used(path)))
              .sorted(Comparator.comparingLong(Dated::used))
              .limit(all.size() - MOST_FILES / 2)
              .toList();
      for (Dated one : oldest) {
        Files.deleteIfExists(one.path);
      }
    }
  }

  private static long used(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (NoSuchFileException gone) {
      return 0;
    } catch (IOException unreadable) {
      return Long.MAX_VALUE;
    }
  }
}
