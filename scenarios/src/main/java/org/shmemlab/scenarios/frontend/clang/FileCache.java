package org.shmemlab.scenarios.frontend.clang;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Keeps files in the user's cache, each named after the inputs that it was made of. Processes share
 * them: each writes a file next to its place and then gives it its name, and a damaged file counts
 * as none.
 */
final class FileCache {
  /** Files that are kept; when there are more, the half that was not used for longest goes. */
  private static final int MOST_FILES = 400;

  private final Path folder;

  FileCache(Path folder) {
    this.folder = folder;
  }

  /** The content under a name, or null. */
  byte @Nullable [] find(String key) {
    Path file = folder.resolve(key);
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      int length = (int) Files.size(file) - Integer.BYTES;
      if (length < 0) {
        return null;
      }
      byte[] content = in.readNBytes(length);
      if (content.length < length || in.readInt() != sum(content)) {
        return null;
      }
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
      return content;
    } catch (IOException missingOrBroken) {
      return null;
    }
  }

  /** Keeps something under a name. */
  void keep(String key, byte[] content) throws IOException {
    byte[] whole = new byte[content.length + Integer.BYTES];
    ByteBuffer.wrap(whole).put(content).putInt(sum(content));
    Files.createDirectories(folder);
    Path draft = Files.createTempFile(folder, "draft-", "");
    try {
      Files.write(draft, whole);
      Files.move(draft, folder.resolve(key), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
    tidy();
  }

  private static int sum(byte[] content) {
    CRC32C sum = new CRC32C();
    sum.update(content);
    return (int) sum.getValue();
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
