package org.shmemlab.scenarios.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which files of this machine a program finds: those below one folder, never through a
 * symbolic link, or none at all. A run reads and writes them; a search reads what they hold at its
 * start and keeps nothing that is written, as its executions are not the program's only one.
 */
public final class ProgramFiles {
  /** No file exists. */
  public static final ProgramFiles NONE = new ProgramFiles(null, false);

  // Numbers of errno (Linux, asm-generic/errno-base.h).
  static final int NOT_THERE = 2;
  static final int BAD_DESCRIPTOR = 9;
  static final int NO_ACCESS = 13;
  static final int EXISTS = 17;
  static final int NOT_A_FOLDER = 20;
  static final int IS_FOLDER = 21;
  static final int INVALID = 22;
  static final int TOO_LARGE = 27;

  /** The largest file that a search keeps in memory. */
  private static final long LARGEST_KEPT = 256L << 20;

  private final @Nullable Path folder;
  private final boolean writes;
  private final Map<Path, byte[]> kept = new ConcurrentHashMap<>();

  private ProgramFiles(@Nullable Path folder, boolean writes) {
    this.folder = folder;
    this.writes = writes;
  }

  /** The files below a folder, for a run. */
  public static ProgramFiles below(Path folder) {
    return new ProgramFiles(real(folder), true);
  }

  /** The files below a folder as they are, for a search. */
  public static ProgramFiles asTheyAreBelow(Path folder) {
    return new ProgramFiles(real(folder), false);
  }

  private static @Nullable Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException gone) {
      return null;
    }
  }

  /** Whether what a program writes is in the file afterwards. */
  boolean keepsWrites() {
    return writes;
  }

  /** Says why a file is not opened, as a number of {@code errno}. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final int number;

    Refused(int number) {
      super("errno " + number, null, false, false);
      this.number = number;
    }

    int number() {
      return number;
    }
  }

  /**
   * The place of a file by the name that a program has for it.
   *
   * @throws Refused if it is outside of the folder, or a link is on the way
   */
  Path place(String name) throws Refused {
    if (folder == null) {
      throw new Refused(NO_ACCESS);
    }
    if (name.isEmpty()) {
      throw new Refused(NOT_THERE);
    }
    Path place;
    try {
      place = folder.resolve(name).normalize();
    } catch (InvalidPathException none) {
      throw new Refused(NOT_THERE);
    }
    if (!place.startsWith(folder)) {
      throw new Refused(NO_ACCESS);
    }
    Path at = folder;
    for (Path part : folder.relativize(place)) {
      at = at.resolve(part);
      if (Files.isSymbolicLink(at)) {
        throw new Refused(NO_ACCESS);
      }
    }
    return place;
  }

  /**
   * Opens a regular file.
   *
   * @param place from {@link #place}
   * @throws Refused if it cannot be opened so
   */
  OpenFile open(Path place, FileFlags flags) throws Refused {
    boolean exists = Files.exists(place, LinkOption.NOFOLLOW_LINKS);
    if (exists && Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refused(IS_FOLDER);
    }
    if (exists && !Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refused(NO_ACCESS);
    }
    if (!exists && !flags.creates()) {
      throw new Refused(NOT_THERE);
    }
    try {
      if (writes || !flags.writes()) {
        return writes ? opened(place, flags) : new OpenFile.Kept(content(place));
      }
      if (exists && flags.creates() && flags.isExclusive()) {
        throw new Refused(EXISTS);
      }
      return new OpenFile.Forgotten(flags.truncates() || !exists ? 0 : Files.size(place));
    } catch (FileAlreadyExistsException there) {
      throw new Refused(EXISTS);
    } catch (NoSuchFileException gone) {
      throw new Refused(NOT_THERE);
    } catch (IOException refused) {
      throw new Refused(NO_ACCESS);
    }
  }

  private static OpenFile opened(Path place, FileFlags flags) throws IOException {
    Set<OpenOption> options = new HashSet<>();
    options.add(LinkOption.NOFOLLOW_LINKS);
    if (flags.reads()) {
      options.add(StandardOpenOption.READ);
    }
    if (flags.writes()) {
      options.add(StandardOpenOption.WRITE);
      if (flags.creates()) {
        options.add(
            flags.isExclusive() ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
      }
      if (flags.truncates()) {
        options.add(StandardOpenOption.TRUNCATE_EXISTING);
      }
    }
    return new OpenFile.OfMachine(FileChannel.open(place, options));
  }

  private byte[] content(Path place) throws IOException, Refused {
    byte[] known = kept.get(place);
    if (known != null) {
      return known;
    }
    if (Files.size(place) > LARGEST_KEPT) {
      throw new Refused(TOO_LARGE);
    }
    ByteBuffer all;
    try (FileChannel channel =
        FileChannel.open(place, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      all = ByteBuffer.allocate((int) Math.min(channel.size(), LARGEST_KEPT));
      while (all.hasRemaining()) {
        if (channel.read(all) < 0) {
          break;
        }
      }
    }
    byte[] before = kept.putIfAbsent(place, all.array());
    return before != null ? before : all.array();
  }

  /**
   * Removes a file, or an empty folder.
   *
   * @throws Refused if it cannot be removed
   */
  void remove(Path place) throws Refused {
    if (place.equals(folder)) {
      throw new Refused(NO_ACCESS);
    }
    if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refused(NOT_THERE);
    }
    if (writes) {
      try {
        Files.delete(place);
      } catch (IOException refused) {
        throw new Refused(NO_ACCESS);
      }
    }
  }

  /**
   * Makes a folder.
   *
   * @throws Refused if it cannot be made
   */
  void makeFolder(Path place) throws Refused {
    if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refused(EXISTS);
    }
    if (writes) {
      try {
        Files.createDirectory(place);
      } catch (NoSuchFileException gone) {
        throw new Refused(NOT_THERE);
      } catch (IOException refused) {
        throw new Refused(NO_ACCESS);
      }
    }
  }

  /**
   * The bytes of a file, or -1 for a folder.
   *
   * @throws Refused if nothing is there
   */
  long size(Path place) throws Refused {
    try {
      if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
        return -1;
      }
      if (Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
        return Files.size(place);
      }
      throw new Refused(NOT_THERE);
    } catch (IOException gone) {
      throw new Refused(NOT_THERE);
    }
  }
}
