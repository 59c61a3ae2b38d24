package org.shmemlab.model.schedule;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.shmemlab.model.job.Output;

/** Keeps the output of a run, and ends the run after so many instructions. */
public final class OutputRecorder implements Runner.Observer {
  private final long most;
  private final List<Output> pieces = new ArrayList<>();

  /**
   * Nothing yet.
   *
   * @param most instructions that a run may go on for
   */
  public OutputRecorder(long most) {
    this.most = most;
  }

  @Override
  public void output(List<Output> more) {
    pieces.addAll(more);
  }

  @Override
  public boolean goOn(long instructions) {
    return instructions < most;
  }

  /** All pieces, oldest first. */
  public ImmutableList<Output> pieces() {
    return ImmutableList.copyOf(pieces);
  }

  /** The text of all pieces, oldest first. */
  public String text() {
    return pieces.stream().map(Output::text).collect(Collectors.joining());
  }

  /** The same of one channel, such as {@link Output#STDOUT}. */
  public String text(int channel) {
    return pieces.stream()
        .filter(piece -> piece.channel() == channel)
        .map(Output::text)
        .collect(Collectors.joining());
  }
}
