package org.shmemlab.cli;

import com.google.common.base.Joiner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.replay.ReplayFile;
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
   * Writes the schedule of a finding, unless it has none.
   *
   * @param number of the finding among those of this program and profile, from 1; with the path of
   *     the program and the profile it makes the name of the file
   */
  void save(SourceFile program, Profile profile, Job job, Finding finding, int number) {
    Path path = Path.of(program.path()).normalize();
    String name = Joiner.on('_').join(path) + "." + profile.name() + "." + number + ".replay";
    Path file = folder.resolve(name);
    try {
      Files.createDirectories(folder);
      Files.writeString(file, ReplayFile.of(program, profile, job, finding).text());
    } catch (IOException problem) {
      throw new Unwritable("cannot write " + file + ": " + problem);
    }
  }
}
