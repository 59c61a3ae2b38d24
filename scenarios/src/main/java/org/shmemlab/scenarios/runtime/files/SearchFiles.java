package org.shmemlab.scenarios.runtime.files;

import org.shmemlab.model.memory.Fault;

/**
 * Takes the bytes that a program writes to files and keeps none; a read is not known. No file of
 * this machine is used.
 */
public final class SearchFiles implements ProgramFiles {
  @Override
  public String place(String name) {
    return name;
  }

  @Override
  public OpenFile open(String place, FileFlags flags) {
    if (flags.reads()) {
      throw unknown(place);
    }
    return new Forgotten();
  }

  @Override
  public void remove(String place) {}

  @Override
  public void makeFolder(String place) {}

  @Override
  public long size(String place) {
    throw unknown(place);
  }

  private static Fault unknown(String place) {
    return Fault.unknown("not supported yet: a search that looks at a file ('%s')", place);
  }

  /** Has been written to, and holds nothing. */
  private record Forgotten() implements OpenFile {
    @Override
    public long size() {
      return 0;
    }

    @Override
    public byte[] read(long position, int most) throws FileRefused {
      throw new FileRefused(FileRefused.BAD_DESCRIPTOR);
    }

    @Override
    public void write(long position, byte[] bytes) {}

    @Override
    public void close() {}
  }
}
