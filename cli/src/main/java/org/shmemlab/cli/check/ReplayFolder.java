package org.shmemlab.cli.check;

import com.google.common.base.Joiner;
import java.nio.file.Path;
import java.util.List;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.job.Job;
import org.shmemlab.scenarios.replay.ReplayFile;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.written.WholeFile;

/** Writes the folder that {@code --save-replays} names: one file for each finding. */
final class ReplayFolder {
  private final Path folder;

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
    WholeFile.folder(folder);
    WholeFile.write(file, ReplayFile.of(program, semantics, job, finding).text());
  }
}
