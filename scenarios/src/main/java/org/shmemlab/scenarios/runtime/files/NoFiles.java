package org.shmemlab.scenarios.runtime.files;

/** Refuses every file. */
public final class NoFiles implements ProgramFiles {
  @Override
  public String place(String name) throws FileRefused {
    throw new FileRefused(FileRefused.NO_ACCESS);
  }

  @Override
  public OpenFile open(String place, FileFlags flags) throws FileRefused {
    throw new FileRefused(FileRefused.NO_ACCESS);
  }

  @Override
  public void remove(String place) throws FileRefused {
    throw new FileRefused(FileRefused.NO_ACCESS);
  }

  @Override
  public void makeFolder(String place) throws FileRefused {
    throw new FileRefused(FileRefused.NO_ACCESS);
  }

  @Override
  public long size(String place) throws FileRefused {
    throw new FileRefused(FileRefused.NO_ACCESS);
  }

  @Override
  public String whyRefused(String name) {
    return "no file exists for this program, so that '" + name + "' is not there";
  }
}
