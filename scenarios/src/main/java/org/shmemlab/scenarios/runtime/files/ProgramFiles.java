package org.shmemlab.scenarios.runtime.files;

/** Decides which files a program finds. Every method refuses a file by {@link FileRefused}. */
public interface ProgramFiles {
  /** The place of a file by the name that a program has for it; each file has one. */
  String place(String name) throws FileRefused;

  /** Opens a regular file at a place. */
  OpenFile open(String place, FileFlags flags) throws FileRefused;

  /** Removes a file, or an empty folder. */
  void remove(String place) throws FileRefused;

  /** Makes a folder. */
  void makeFolder(String place) throws FileRefused;

  /** The bytes of a file, or -1 for a folder. */
  long size(String place) throws FileRefused;

  /** The reason, for the program's user, for which a name may not be used. */
  default String whyRefused(String name) {
    return "'"
        + name
        + "' is not opened: a program finds regular files below the folder that it is run in, and"
        + " none through a link";
  }
}
