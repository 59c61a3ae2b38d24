package org.shmemlab.conformance.programs;

import org.shmemlab.conformance.programs.Draft.Agent;
import org.shmemlab.model.choices.Choices;

/**
 * Draws statements concurrent with the stories of a program of few agents: a host sets something
 * up, an object's life ends, a stream calls a function of the host, a process or a thread ends.
 */
final class SideStatements {
  private final Choices choices;
  private final Language language;
  private final Draft draft;
  private final StatementVariants vocabulary;
  private final SetUps setUps;

  SideStatements(Choices choices, Language language, Draft draft, StatementVariants vocabulary) {
    this.choices = choices;
    this.language = language;
    this.draft = draft;
    this.vocabulary = vocabulary;
    this.setUps = new SetUps(choices, language);
  }

  /** Adds some of them, mostly none. */
  void add() {
    if (choices.yes(1, 5)) {
      setUp();
    }
    if (choices.yes(1, 10)) {
      life();
    }
    if (language == Language.CUDA && choices.yes(1, 20)) { // half of these are too large
      callback();
    }
    if (language == Language.OPENSHMEM && choices.yes(1, 5)) {
      setUpAtOnce();
    }
    if (language == Language.OPENSHMEM && choices.yes(1, 10)) {
      Agent ender = choices.pick(draft.agents(choices.next(draft.pes())));
      String end = choices.pick("exit(0);", "exit(0);", "pthread_exit(NULL);");
      draft.add(ender, choices.next(2), Line.of(end)); // perhaps next to another thread
    }
  }

  // A race decides what a host sets up; when all of it is over it asks for that.
  private void setUp() {
    int pe = choices.next(draft.pes());
    int flag = choices.next(2);
    Agent host = draft.host(pe);
    SetUps.SetUp drawn = setUps.draw(flag, pe);
    Agent racer = draft.agent(draft.pes() - 1 - pe);
    if (choices.yes(5, 6)) {
      draft.add(racer, 0, vocabulary.raise(racer.site(), pe, flag));
    }
    draft.add(host, language == Language.CUDA ? 1 : 0, drawn.perhaps());
    if (choices.yes()) {
      draft.add(
          host,
          1,
          language == Language.CUDA ? vocabulary.streams() : vocabulary.await(host.site(), flag));
    }
    draft.add(host, 1, drawn.use());
  }

  // Two threads of a host call the libraries, which keep something for both.
  private void setUpAtOnce() {
    draft.start(SetUps.start());
    for (Agent thread : draft.agents(0)) {
      for (int calls = choices.between(1, 2); calls > 0; calls--) {
        draft.add(thread, 0, setUps.call());
      }
    }
  }

  // Some agents use an object, and one ends its life; perhaps something orders them.
  private void life() {
    ObjectLifetimes lives = new ObjectLifetimes(choices, language);
    draft.start(lives.start());
    int pe = choices.next(draft.pes());
    for (int uses = choices.between(1, 2); uses > 0; uses--) {
      Agent user = draft.agent(choices.yes(3, 4) ? pe : choices.next(draft.pes()));
      draft.add(user, 0, lives.use(user.site(), choices.next(draft.pes())));
      if (choices.yes(1, 4)) {
        draft.add(user, 0, vocabulary.order(user.site()));
      }
    }
    int phase = choices.next(2);
    if (lives.isSymmetric()) {
      Line end = lives.end();
      for (int each = 0; each < draft.pes(); each++) {
        draft.add(draft.host(each), phase, end);
      }
    } else {
      Agent ender = language == Language.CUDA ? draft.host(pe) : choices.pick(draft.agents(pe));
      if (language == Language.CUDA && choices.yes(1, 3)) {
        draft.add(ender, 1, vocabulary.streams());
      }
      draft.add(ender, phase, lives.end());
    }
  }

  // A stream calls a function of the host, which runs concurrently with the host's thread.
  private void callback() {
    Agent host = draft.host(choices.next(draft.pes()));
    draft.add(
        host, choices.next(2), vocabulary.onStream("cudaLaunchHostFunc(STREAM, called, NULL);"));
    if (choices.yes()) {
      draft.add(host, 1, vocabulary.streams());
    }
    draft.add(host, 1, choices.yes() ? vocabulary.show("r = h;") : Line.of("h = 5;"));
    if (choices.yes(1, 3)) {
      draft.add(host, 1, vocabulary.onStream("cudaStreamSynchronize(STREAM);"));
      draft.add(host, 1, vocabulary.show("r = h;"));
    }
  }
}
