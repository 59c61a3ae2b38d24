package org.shmemlab.scenarios.files;

import java.io.IOException;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.runtime.files.FileFlags;
import org.shmemlab.scenarios.runtime.files.FileRefused;
import org.shmemlab.scenarios.runtime.files.OpenFile;
import org.shmemlab.scenarios.runtime.files.ProgramFiles;

/** Opens the regular files below one folder, never through a symbolic link. */
public final class WorkingFolder implements ProgramFiles {
  private final @Nullable Path folder;

  private WorkingFolder(Path folder) {
    this.folder = real(folder);
  }

  /** The files below a folder. */
  public static WorkingFolder of(Path folder) {
    return new WorkingFolder(folder);
  }

  private static @Nullable Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException gone) {
      return null;
    }
  }

  @Override
  public String place(String name) throws FileRefused {
    if (folder == null) {
      throw new FileRefused(FileRefused.NO_ACCESS);
    }
    if (name.isEmpty()) {
      throw new FileRefused(FileRefused.NOT_THERE);
    }
    Path place;
    try {
      place = folder.resolve(name).normalize();
    } catch (InvalidPathException none) {
      throw new FileRefused(FileRefused.NOT_THERE);
    }
    requireNoLink(place);
    return place.toString();
  }

  // Each part of the way is looked at: a link may lead anywhere.
  private void requireNoLink(Path place) throws FileRefused {
    if (folder == null || !place.startsWith(folder)) {
      throw new FileRefused(FileRefused.NO_ACCESS);
    }
    Path at = folder;
    for (Path part : folder.relativize(place)) {
      at = at.resolve(part);
      if (Files.isSymbolicLink(at)) {
        throw new FileRefused(FileRefused.NO_ACCESS);
      }
    }
  }

  private Path path(String place) throws FileRefused {
    Path path = Path.of(place);
    requireNoLink(path);
    return path;
  }

  @Override
  public OpenFile open(String place, FileFlags flags) throws FileRefused {
    Path path = path(place);
    boolean exists = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    if (exists && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileRefused(FileRefused.IS_FOLDER);
    }
    if (exists && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileRefused(FileRefused.NO_ACCESS);
    }
    if (!exists && !flags.creates()) {
      throw new FileRefused(FileRefused.NOT_THERE);
    }
    if (exists && flags.creates() && flags.isExclusive()) {
      throw new FileRefused(FileRefused.EXISTS);
    }
    try {
      return new MachineFile(channel(path, flags));
    } catch (FileAlreadyExistsException there) {
      throw new FileRefused(FileRefused.EXISTS);
    } catch (NoSuchFileException gone) {
      throw new FileRefused(FileRefused.NOT_THERE);
    } catch (IOException refused) {
      throw new FileRefused(FileRefused.NO_ACCESS);
    }
  }

  private static FileChannel channel(Path path, FileFlags flags) throws IOException {
    Set<OpenOption> options = new HashSet<>();
    options.add(LinkOption.NOFOLLOW_LINKS);
    if (flags.reads()) {
      options.add(StandardOpenOption.READ);
    }
    if (flags.writes()) {
      options.add(StandardOpenOption.WRITE);
    }
    if (flags.creates()) {
      options.add(flags.isExclusive() ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
    }
    if (flags.truncates()) {
      options.add(StandardOpenOption.TRUNCATE_EXISTING);
    }
    return FileChannel.open(path, options);
  }

  @Override
  public void remove(String place) throws FileRefused {
    Path path = path(place);
    if (path.equals(folder)) {
      throw new FileRefused(FileRefused.NO_ACCESS);
    }
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileRefused(FileRefused.NOT_THERE);
    }
    try {
      Files.delete(path);
    } catch (IOException refused) {
      throw new FileRefused(FileRefused.NO_ACCESS);
    }
  }

  @Override
  public void makeFolder(String place) throws FileRefused {
    Path path = path(place);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileRefused(FileRefused.EXISTS);
    }
    try {
      Files.createDirectory(path);
    } catch (NoSuchFileException gone) {
      throw new FileRefused(FileRefused.NOT_THERE);
    } catch (IOException refused) {
      throw new FileRefused(FileRefused.NO_ACCESS);
    }
  }

  @Override
  public long size(String place) throws FileRefused {
    Path path = path(place);
    try {
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        return -1;
      }
      if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        return Files.size(path);
      }
      throw new FileRefused(FileRefused.NOT_THERE);
    } catch (IOException gone) {
      throw new FileRefused(FileRefused.NOT_THERE);
    }
  }
}
