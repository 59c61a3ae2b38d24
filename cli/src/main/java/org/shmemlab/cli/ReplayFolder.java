package org.shmemlab.cli;

import com.google.common.base.Joiner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.machine.Job;
import org.shmemlab.scenarios.replay.ReplayFile;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;

/** The folder that {@code --save-replays} names: one file for each finding. */
final class ReplayFolder {
  private final Path folder;

  /** The folder could not be written; the reason is one line for the user. */
  static final class Unwritable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unwritable(String message) {
      super(message);
    }
  }

  ReplayFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes the schedules of findings, except of those that have none.
   *
   * @param findings the number of each, from 1, makes the name of its file together with the path
   *     of the program and the profile or transport
   */
  void save(SourceFile program, Semantics semantics, Job job, List<Finding> findings) {
    for (int i = 0; i < findings.size(); i++) {
      save(program, semantics, job, findings.get(i), i + 1);
    }
  }

  private void save(SourceFile program, Semantics semantics, Job job, Finding finding, int number) {
    Path path = Path.of(program.path()).normalize();
    String name = Joiner.on('_').join(path) + "." + semantics.name() + "." + number + ".replay";
    Path file = folder.resolve(name);
    try {
      Files.createDirectories(folder);
      Files.writeString(file, ReplayFile.of(program, semantics, job, finding).text());
    } catch (IOException problem) {
      throw new Unwritable("cannot write " + file + ": " + problem);
    }
  }
}
