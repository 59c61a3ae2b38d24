package org.shmemlab.conformance.agreement;

/**
 * Names the calls that small programs are made of: the effect of a call on one word, with the
 * litmus text.
 *
 * <p>{@code W} stands for the word, {@code T} for the target PE, {@code N} for the number.
 */
public enum Verb {
  P(Words.DATA, "nvshmem_long_p(&W, N, T);"),
  PUT(Words.DATA, "nvshmem_long_put(&W, &v, 1, T);"),
  PUT_NBI(Words.DATA, "nvshmem_long_put_nbi(&W, &v, 1, T);"),
  PUT_SIGNAL(Words.DATA, "nvshmem_long_put_signal(&W, &v, 1, &s, N, NVSHMEM_SIGNAL_SET, T);"),
  PUT_SIGNAL_NBI(
      Words.DATA, "nvshmem_long_put_signal_nbi(&W, &v, 1, &s, N, NVSHMEM_SIGNAL_SET, T);"),
  G(Words.DATA, "nvshmem_long_g(&W, T);"),
  GET(Words.DATA, "nvshmem_long_get(&u, &W, 1, T);"),
  GET_NBI(Words.DATA, "nvshmem_long_get_nbi(&u, &W, 1, T);"),
  LOAD(Words.DATA, "W;"),
  STORE(Words.DATA, "W = N;"),
  SET(Words.FLAG, "nvshmem_long_atomic_set(&W, N, T);"),
  ADD(Words.FLAG, "nvshmem_long_atomic_add(&W, N, T);"),
  FETCH(Words.FLAG, "nvshmem_long_atomic_fetch(&W, T);"),
  FETCH_ADD(Words.FLAG, "nvshmem_long_atomic_fetch_add(&W, N, T);"),
  TEST(Words.FLAG, "nvshmem_long_test(&W, NVSHMEM_CMP_GE, N);"),
  WAIT(Words.FLAG, "nvshmem_long_wait_until(&W, NVSHMEM_CMP_GE, N);"),
  WAIT_EQUAL(Words.FLAG, "nvshmem_long_wait_until(&W, NVSHMEM_CMP_EQ, N);"),
  SIGNAL(Words.SIGNAL, "nvshmemx_signal_op(&W, N, NVSHMEM_SIGNAL_SET, T);"),
  SIGNAL_ADD(Words.SIGNAL, "nvshmemx_signal_op(&W, N, NVSHMEM_SIGNAL_ADD, T);"),
  SIGNAL_FETCH(Words.SIGNAL, "nvshmem_signal_fetch(&W);"),
  SIGNAL_WAIT(Words.SIGNAL, "nvshmem_signal_wait_until(&W, NVSHMEM_CMP_GE, N);"),
  FENCE(Words.NONE, "nvshmem_fence();"),
  QUIET(Words.NONE, "nvshmem_quiet();"),
  FLUSH(Words.NONE, "nvshmemx_flush();"),
  SYNC(Words.NONE, "nvshmem_sync_all();"),
  BARRIER(Words.NONE, "nvshmem_barrier_all();");

  /** Which words a call is for. */
  public enum Words {
    DATA,
    FLAG,
    SIGNAL,
    NONE
  }

  private final Words words;
  private final String text;

  Verb(Words words, String text) {
    this.words = words;
    this.text = text;
  }

  public Words words() {
    return words;
  }

  /** Whether it names a target PE. */
  public boolean remote() {
    return text.contains("T)");
  }

  /** Whether it passes a number of the caller's choice. */
  public boolean numbered() {
    return text.contains("N");
  }

  /** Whether it changes its word. */
  public boolean writes() {
    return switch (this) {
      case P, PUT, PUT_NBI, PUT_SIGNAL, PUT_SIGNAL_NBI, STORE, SET, ADD, FETCH_ADD -> true;
      case SIGNAL, SIGNAL_ADD -> true;
      default -> false;
    };
  }

  /** Its purpose, in a word that verbs of one kind share. */
  String role() {
    return switch (this) {
      case P, PUT, STORE -> "write";
      case PUT_NBI -> "write later";
      case PUT_SIGNAL, PUT_SIGNAL_NBI -> "write and signal";
      case G, GET, LOAD -> "read";
      case GET_NBI -> "read later";
      case SET, ADD -> "update";
      case FETCH, FETCH_ADD -> "fetch";
      case TEST -> "test";
      case WAIT, WAIT_EQUAL -> "wait";
      case SIGNAL, SIGNAL_ADD -> "signal";
      case SIGNAL_FETCH, SIGNAL_WAIT, FENCE, QUIET, FLUSH, SYNC, BARRIER -> name();
    };
  }

  /** Whether it writes what {@code v} holds. */
  boolean puts() {
    return switch (this) {
      case PUT, PUT_NBI, PUT_SIGNAL, PUT_SIGNAL_NBI -> true;
      default -> false;
    };
  }

  /** Whether it updates the signal {@code s} after its data. */
  boolean signals() {
    return this == PUT_SIGNAL || this == PUT_SIGNAL_NBI;
  }

  /** Whether it gives a value back. */
  public boolean gives() {
    return switch (this) {
      case G, LOAD, FETCH, FETCH_ADD, TEST, SIGNAL_FETCH -> true;
      default -> false;
    };
  }

  String text(String word, int target, long number) {
    return text.replaceAll("\\bW\\b", word)
        .replaceAll("\\bT\\b", Integer.toString(target))
        .replaceAll("\\bN\\b", Long.toString(number));
  }
}
