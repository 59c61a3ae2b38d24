package org.shmemlab.scenarios.frontend.clang;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A file that the compiler read, or one that it would have read instead if it had been there.
 *
 * @param path from the root
 * @param size in bytes; -1 where there was no such file
 * @param nanos when it was last written, in nanoseconds since 1970
 * @param content its SHA-256, for files that were written again with the same content
 */
record ReadFile(String path, long size, long nanos, String content) {
  private static final int ABSENT = -1;

  /** The files that decide the result of compiling a source again. */
  static List<ReadFile> of(SourceFile source, List<Path> read, Toolchain toolchain)
      throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    for (Path each : read) {
      Path file = absolute(each);
      boolean isOurs =
          file.startsWith(toolchain.headers())
              || file.startsWith(toolchain.clang().resolveSibling("resources"));
      if (!isOurs) {
        files.add(file);
      }
    }
    List<ReadFile> all = new ArrayList<>();
    List<Path> folders = folders(source);
    for (Path file : files) {
      all.add(of(file));
      for (Path folder : folders) {
        if (file.startsWith(folder)) {
          Path name = folder.relativize(file);
          for (Path other : folders) {
            Path instead = other.resolve(name);
            if (!files.contains(instead) && !Files.exists(instead)) {
              all.add(new ReadFile(instead.toString(), ABSENT, 0, ""));
            }
          }
        }
      }
    }
    return all;
  }

  /** Where headers of the user's are looked for. */
  private static List<Path> folders(SourceFile source) {
    List<Path> folders = new ArrayList<>();
    folders.add(absolute(Path.of(source.path()).resolveSibling("")));
    List<String> flags = source.options().flags();
    for (int i = 0; i + 1 < flags.size(); i++) {
      if (flags.get(i).equals("-I") || flags.get(i).equals("-isystem")) {
        folders.add(absolute(Path.of(flags.get(i + 1))));
      }
    }
    return folders;
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private static ReadFile of(Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return new ReadFile(file.toString(), now.size(), nanos(now), hash(file));
  }

  private static long nanos(BasicFileAttributes file) {
    return file.lastModifiedTime().to(TimeUnit.NANOSECONDS);
  }

  private static String hash(Path file) throws IOException {
    return MoreFiles.asByteSource(file).hash(Hashing.sha256()).toString();
  }

  /** When it was last written, in milliseconds since 1970. */
  long modified() {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  /** Whether it is still as it was. */
  boolean isSame() {
    Path file = Path.of(path);
    if (size == ABSENT) {
      return !Files.exists(file);
    }
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return now.size() == size && (nanos(now) == nanos || hash(file).equals(content));
    } catch (IOException gone) {
      return false;
    }
  }

  void write(DataOutputStream out) throws IOException {
    out.writeUTF(path);
    out.writeLong(size);
    out.writeLong(nanos);
    out.writeUTF(content);
  }

  static ReadFile read(DataInputStream in) throws IOException {
    return new ReadFile(in.readUTF(), in.readLong(), in.readLong(), in.readUTF());
  }
}
