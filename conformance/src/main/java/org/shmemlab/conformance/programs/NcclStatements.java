package org.shmemlab.conformance.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.shmemlab.model.choices.Choices;

/**
 * Draws statements of NCCL's device interface. By hand, each is the calls of the machine that
 * {@code nccl_device.h} makes it of, which litmus tests have, too.
 *
 * <p>A rank has the words {@code x} and {@code y}, which are put into, {@code v} and {@code w},
 * which are put from, signal {@code s}, whose shadow is {@code h}, and counter {@code c} of context
 * 0, and a word {@code t} of the window that is a signal of any context; {@code b} are the signals
 * of the barrier. {@code gin0} and {@code gin1} are the contexts, and {@code q0} and {@code q1}
 * their queue pairs.
 */
final class NcclStatements {
  private static final String CALL = "__shmemlab_nccl_";
  private static final String THREAD = "ncclCoopThread()";

  private final Choices choices;
  private final int ranks;
  private int shown;

  NcclStatements(Choices choices, int ranks) {
    this.choices = choices;
    this.ranks = ranks;
  }

  /** A context of GIN; the first one mostly. */
  private int context() {
    return choices.yes(1, 8) ? 1 : 0;
  }

  /** A rank: mostly another one than the caller. */
  int peer(int me) {
    return choices.yes(1, 5) ? me : (me + 1 + choices.next(ranks - 1)) % ranks;
  }

  private String data() {
    return choices.pick("x", "x", "y");
  }

  private String source() {
    return choices.pick("v", "v", "w");
  }

  // The window and the offset of a word, as an argument of the interface.
  private static String at(String word) {
    return "window, " + 8 * "xyvwt".indexOf(word);
  }

  /** A signal that a call names, on a context. */
  private String word(int context) {
    return context == 0 && choices.yes(4, 5) ? "s" : "t";
  }

  private static String action(String word, boolean strong) {
    String strength = strong ? "Strong" : "Weak";
    return word.equals("s")
        ? "ncclGin_" + strength + "SignalInc{0}"
        : "ncclGin_" + strength + "VASignalInc{" + at(word) + "}";
  }

  private static String strong(String word, int to, int context) {
    return "%sstrong(&%s, 1, %d, q%d);".formatted(CALL, word, to, context);
  }

  // ---------------------------------------------------------------- transfers

  /** A put or a get, perhaps with a signal or a counter. */
  Line send(int me) {
    int to = peer(me);
    int context = context();
    String x = data();
    String v = source();
    String put =
        "gin%d.put(ncclTeamWorld(comm), %d, %s, %s, 8".formatted(context, to, at(x), at(v));
    String byHand = "%sput(&%s, &%s, 8, %d, q%d);".formatted(CALL, x, v, to, context);
    return switch (choices.next(context == 0 ? 6 : 5)) {
      case 0 -> Line.of(put + ");", byHand);
      case 1, 2 -> signalled(me, to, context);
      case 3 ->
          Line.of(
              "gin%d.putValue(ncclTeamWorld(comm), %d, %s, %s);".formatted(context, to, at(x), v),
              "%svalue(&%s, &%s, 8, %d, q%d);".formatted(CALL, x, v, to, context));
      case 4 ->
          Line.of(
              "gin%d.get(ncclTeamWorld(comm), %d, %s, %s, 8);".formatted(context, to, at(v), at(x)),
              "%sget(&%s, &%s, 8, %d, q%d);".formatted(CALL, x, v, to, context));
      default ->
          Line.of(
              put + ", ncclGin_None{}, ncclGin_WeakCounterInc{0});",
              byHand + " %scount(&c, &%s, %d, q%d);".formatted(CALL, v, me, context));
    };
  }

  /** A put with a signal. */
  Line signalled(int me) {
    return signalled(me, peer(me), context());
  }

  private Line signalled(int me, int to, int context) {
    String x = data();
    String v = source();
    String s = word(context);
    boolean strong = choices.yes();
    boolean counted = context == 0 && choices.yes(1, 6);
    String counter = counted ? ", ncclGin_WeakCounterInc{0}" : "";
    String library =
        "gin%d.put(ncclTeamWorld(comm), %d, %s, %s, 8, %s%s);"
            .formatted(context, to, at(x), at(v), action(s, strong), counter);
    String count = counted ? " %scount(&c, &%s, %d, q%d);".formatted(CALL, v, me, context) : "";
    return Line.of(
        library,
        strong
            ? "%sput(&%s, &%s, 8, %d, q%d);".formatted(CALL, x, v, to, context)
                + count
                + " "
                + strong(s, to, context)
            : "%sput_signal(&%s, &%s, 8, &%s, 1, 10, %d, q%d);"
                    .formatted(CALL, x, v, s, to, context)
                + count);
  }

  /** A signal of no put. */
  Line signal(int me) {
    int to = peer(me);
    int context = context();
    String s = word(context);
    boolean strong = choices.yes();
    return Line.of(
        "gin%d.signal(ncclTeamWorld(comm), %d, %s);".formatted(context, to, action(s, strong)),
        strong
            ? strong(s, to, context)
            : "%ssignal(&%s, 1, 10, %d, q%d);".formatted(CALL, s, to, context));
  }

  /** Stores to a word of the rank, or directly to one of a peer. */
  Line store(int me) {
    String word = choices.pick(source(), source(), data());
    int to = peer(me);
    return choices.yes(1, 3)
        ? Line.of(
            "((long *)ncclGetLsaPointer(%s, %d))[0] = 3;".formatted(at(word), to),
            "((long *)%spointer(&%s, %d))[0] = 3;".formatted(CALL, word, to))
        : Line.of(word + " = 3;");
  }

  // ---------------------------------------------------------------- order

  /** Waits for sources, gets, or a counter. */
  Line complete() {
    int context = context();
    return choices.yes(1, 3)
        ? Line.of("gin0.waitCounter(" + THREAD + ", 0, 1);", CALL + "wait(&c, 5, 1);")
        : Line.of(
            "gin%d.flush(%s);".formatted(context, THREAD),
            "%sflush(q%d);".formatted(CALL, context));
  }

  /** The release of stores to peers, or nothing that orders. */
  Line fence() {
    return Line.of("__threadfence_system();");
  }

  /** Waits for a signal, or looks. */
  Line await() {
    String s = choices.pick("s", "s", "s", "t");
    String word = s.equals("s") ? "0" : at(s);
    int least = choices.pick(1, 1, 1, 1, 2);
    return switch (choices.next(6)) {
      case 4 -> show("r = gin0.readSignal(" + word + ");", "r = " + CALL + "read(&" + s + ");");
      case 5 ->
          Line.of(
              "gin0.increaseSignalShadow(0, 1); gin0.waitSignalMeetShadow(" + THREAD + ", 0);",
              "h = h + 1; " + CALL + "wait(&s, 5, h);");
      default ->
          Line.of(
              "gin0.waitSignal(%s, %s, %d);".formatted(THREAD, word, least),
              "%swait(&%s, 5, %d);".formatted(CALL, s, least));
    };
  }

  /** A signal or a counter begins anew. */
  Line reset() {
    return choices.pick(
        Line.of("gin0.resetSignal(0);", "s = 0; h = 0;"),
        Line.of("gin0.resetCounter(0);", "c = 0;"),
        Line.of("gin0.resetSignal(" + at("t") + ");", "t = 0;"));
  }

  /** Reads what was put. */
  Line read(int me) {
    String x = data();
    int of = peer(me);
    return switch (choices.next(6)) {
      case 4 -> send(me);
      case 5 ->
          show(
              "r = ((long *)ncclGetLsaPointer(%s, %d))[0];".formatted(at(x), of),
              "r = ((long *)%spointer(&%s, %d))[0];".formatted(CALL, x, of));
      default -> show("r = " + x + ";");
    };
  }

  private Line show(String statement) {
    return show(statement, statement);
  }

  private Line show(String library, String byHand) {
    String print = " printf(\"" + shown++ + ": %ld\\n\", r);";
    return Line.of("{ " + library + print + " }", "{ " + byHand + print + " }");
  }

  // ---------------------------------------------------------------- meetings

  /** A statement of all threads of a block. */
  Line together(int me) {
    Line call = choices.pick(complete(), signalled(me, peer(me), 0), Line.of(""));
    String group = choices.pick("ncclCoopCta()", "ncclCoopLanes(3)");
    String sync = group.equals("ncclCoopCta()") ? "__syncthreads();" : "__syncwarp(3);";
    if (call.library().isEmpty()) {
      return Line.of(sync);
    }
    String library =
        call.library().contains(THREAD)
            ? call.library().replace(THREAD, group)
            : call.library()
                .replaceFirst(
                    "\\);$",
                    (call.library().contains("Counter") ? ", " : ", ncclGin_None{}, ")
                        + group
                        + ");");
    return Line.of(library, sync + " if (agent == 0) { " + call.byHand() + " } " + sync);
  }

  /**
   * A barrier of all ranks, which each of them passes once: one of each level and order of GIN, or
   * of LSA.
   */
  List<Line> barrier() {
    String order = choices.pick("acq_rel", "acq_rel", "release", "acquire", "relaxed");
    String memory = "cuda::memory_order_" + order;
    if (choices.yes(1, 3)) {
      return sameOnAll(
          Line.of(
              "{ ncclLsaBarrierSession<ncclCoopThread> lsa(%1$s, comm, ncclTeamTagLsa(), 0);"
                      .formatted(THREAD)
                  + " lsa.sync(%s, %s); }".formatted(THREAD, memory),
              "hand_lsa(window, me, %d, %s, %s);"
                  .formatted(ranks, releases(order), acquires(order)),
              HandWrittenCalls.LSA));
    }
    String level = choices.pick("Put", "Put", "None", "Get", "Put | ncclGinFenceLevel::Get");
    if (choices.yes(1, 4)) {
      return sameOnAll(
          Line.of(
              "ncclGinBarrier(%s, ncclGinAllContexts(comm), ncclTeamTagWorld(), 0, %s, %s);"
                  .formatted(THREAD, memory, "ncclGinFenceLevel::" + level)));
    }
    String library =
        "ncclGinBarrier(%s, gin0, ncclTeamTagWorld(), 0, %s, %s);"
            .formatted(THREAD, memory, "ncclGinFenceLevel::" + level);
    boolean puts = level.startsWith("Put");
    if (!puts && !acquires(order)) {
      return sameOnAll(Line.of(library)); // by hand, a wait acquires
    }
    List<Line> each = new ArrayList<>();
    for (int me = 0; me < ranks; me++) {
      each.add(Line.of(library, byHand(me, releases(order), puts, level.endsWith("Get"))));
    }
    return each;
  }

  private List<Line> sameOnAll(Line line) {
    return Collections.nCopies(ranks, line);
  }

  private static boolean releases(String order) {
    return order.equals("acq_rel") || order.equals("release");
  }

  private static boolean acquires(String order) {
    return order.equals("acq_rel") || order.equals("acquire");
  }

  // A signal to each member, strong where puts are fenced, and a wait for one of each.
  private String byHand(int me, boolean release, boolean puts, boolean gets) {
    StringBuilder text = new StringBuilder(release ? "__threadfence_system(); " : "");
    int members = puts ? ranks : ranks - 1;
    for (int i = 1; i <= members; i++) {
      int to = (me + i) % ranks;
      String own = "b[" + me + "]";
      text.append(
          puts ? strong(own, to, 0) : CALL + "signal(&" + own + ", 1, 10, " + to + ", q0);");
      text.append(' ');
    }
    for (int i = 1; i <= members; i++) {
      text.append("%swait(&b[%d], 5, 1); ".formatted(CALL, (me + i) % ranks));
    }
    return text.append(gets ? CALL + "flush(q0);" : "").toString().strip();
  }
}
