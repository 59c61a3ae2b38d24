package org.shmemlab.model.choices;

import com.google.common.primitives.ImmutableIntArray;

/** Passes the answers of another source on and keeps them, so that they can be given again. */
public final class Recording implements Choices {
  private final Choices source;
  private final ImmutableIntArray.Builder answers = ImmutableIntArray.builder();

  public Recording(Choices source) {
    this.source = source;
  }

  @Override
  public int next(int bound) {
    int answer = source.next(bound);
    answers.add(answer);
    return answer;
  }

  /** The answers given so far, first one first: what a {@link Replay} takes. */
  public ImmutableIntArray answers() {
    return answers.build();
  }
}
