package org.shmemlab.conformance.programs;

import java.util.List;
import org.shmemlab.conformance.programs.Draft.Agent;
import org.shmemlab.model.choices.Choices;

/**
 * Draws synchronisation of threads without the library, as hand-written barriers and low-latency
 * kernels do it: atomic stores, loads and updates of every order and scope, in PTX or as GCC's
 * built-in functions, and fences.
 */
final class ThreadAtomics {
  private final Choices choices;
  private final Language language;
  private final StatementVariants vocabulary;

  ThreadAtomics(Choices choices, Language language, StatementVariants vocabulary) {
    this.choices = choices;
    this.language = language;
    this.vocabulary = vocabulary;
  }

  /** Raises flag {@code flag} of a PE, so that it holds 1. */
  private Line publish(ExecutionSite from, int to, int flag) {
    String word = "f + " + flag;
    return publish(
        from,
        to == from.pe() ? word : "(long *)" + language.prefix() + "ptr(" + word + ", " + to + ")");
  }

  /** Raises the flag at an address, so that it holds 1. */
  Line publish(ExecutionSite from, String place) {
    if (from.kind() != ExecutionSite.Kind.DEVICE) {
      String order = choices.pick("__ATOMIC_RELEASE", "__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST");
      return Line.of(
          choices.pick(
              "__atomic_store_n(" + place + ", 1, " + order + ");",
              "__atomic_fetch_add(" + place + ", 1, " + order + ");"));
    }
    String operation =
        choices.pick(
            "st.release.SCOPE.u64 [%0], %1;",
            "st.relaxed.SCOPE.u64 [%0], %1;",
            "st.volatile.u64 [%0], %1;",
            "red.release.SCOPE.add.u64 [%0], %1;",
            "red.relaxed.SCOPE.add.u64 [%0], %1;");
    return Line.of(
        "asm volatile(\"%s\" :: \"l\"(%s), \"l\"(1L) : \"memory\");"
            .formatted(scoped(operation), place));
  }

  /** Waits until a flag of the site's own PE holds 1, or looks whether it does. */
  private Line observe(ExecutionSite at, int flag) {
    return observe(at, "f + " + flag);
  }

  /** Waits until the flag at an address holds 1, or looks whether it does. */
  Line observe(ExecutionSite at, String place) {
    String load;
    if (at.kind() != ExecutionSite.Kind.DEVICE) {
      String order = choices.pick("__ATOMIC_ACQUIRE", "__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST");
      load = "r = __atomic_load_n(" + place + ", " + order + ");";
    } else {
      String operation =
          choices.pick(
              "ld.acquire.SCOPE.u64 %0, [%1];",
              "ld.relaxed.SCOPE.u64 %0, [%1];",
              "ld.volatile.u64 %0, [%1];",
              "atom.acquire.SCOPE.add.u64 %0, [%1], 0;",
              "atom.relaxed.SCOPE.exch.b64 %0, [%1], 2;");
      load =
          "asm volatile(\"%s\" : \"=l\"(r) : \"l\"(%s) : \"memory\");"
              .formatted(scoped(operation), place);
    }
    return choices.yes(3, 4)
        ? Line.of("do { " + load + " } while (r != 1);")
        : vocabulary.show(load);
  }

  /** Orders what the thread did before what it does after, for some other threads. */
  Line fence(ExecutionSite at) {
    if (at.kind() != ExecutionSite.Kind.DEVICE) {
      return Line.of(
          "__atomic_thread_fence("
              + choices.pick("__ATOMIC_SEQ_CST", "__ATOMIC_RELEASE", "__ATOMIC_ACQUIRE")
              + ");");
    }
    return Line.of(
        choices.pick(
            List.of(
                "__threadfence_system();",
                "__threadfence();",
                "__threadfence_block();",
                "asm volatile(\"" + scoped("fence.acq_rel.SCOPE;") + "\" ::: \"memory\");",
                "asm volatile(\"" + scoped("fence.sc.SCOPE;") + "\" ::: \"memory\");")));
  }

  private String scoped(String operation) {
    return operation.replace("SCOPE", choices.pick("sys", "sys", "gpu", "cta"));
  }

  /**
   * One thread writes and notifies a second, which perhaps notifies a third; the last one reads or
   * sends.
   */
  void addTo(Draft draft) {
    int pe = choices.next(draft.pes());
    if (draft.touching(pe).size() < (language == Language.CUDA ? 2 : 3)) {
      draft.team(language == Language.CUDA ? choices.pick(1, 2) : 1, 1);
    }
    List<Agent> agents = draft.touching(pe);
    Agent first =
        choices.yes(1, 4) ? draft.touching(draft.pes() - 1 - pe).get(0) : choices.pick(agents);
    draft.keep(first, 0, site -> vocabulary.write(site, pe, 0));
    Agent teller = first;
    int times = choices.pick(1, 1, 2);
    for (int flag = 0; flag < times; flag++) {
      draft.keep(teller, 0, site -> choices.yes(2, 3) ? fence(site) : vocabulary.order(site));
      draft.add(teller, 0, publish(teller.site(), pe, flag));
      teller = choices.pick(agents);
      draft.add(teller, 0, observe(teller.site(), flag));
      draft.keep(teller, 0, this::fence);
    }
    int to = choices.next(draft.pes());
    draft.add(
        teller,
        0,
        choices.yes(1, 4)
            ? vocabulary.signal(teller.site(), to, 0, 0)
            : vocabulary.read(teller.site(), 0));
  }
}
