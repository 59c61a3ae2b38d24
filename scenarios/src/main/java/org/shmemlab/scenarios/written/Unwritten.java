package org.shmemlab.scenarios.written;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Reports a file, or standard output, that could not be written. The message is one line for the
 * user.
 */
public final class Unwritten extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Something went wrong.
   *
   * @param file its name for the user
   */
  public Unwritten(String file, IOException problem) {
    super("cannot write " + file + ": " + reason(problem), problem);
  }

  /** Why something could not be written, without the name of the file. */
  private static String reason(IOException problem) {
    return switch (problem) {
      case NoSuchFileException _ -> "its folder is not there";
      case NotDirectoryException _ -> "its folder is none";
      case AccessDeniedException _ -> "not permitted";
      case FileSystemException of when of.getReason() != null -> String.valueOf(of.getReason());
      default -> problem.getMessage() == null ? problem.toString() : problem.getMessage();
    };
  }
}
