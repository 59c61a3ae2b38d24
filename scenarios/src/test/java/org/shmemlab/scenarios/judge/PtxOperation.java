package org.shmemlab.scenarios.judge;

/**
 * One operation of a thread of a litmus test, as PTX writes it.
 *
 * @param word the number of its word; unused by a fence
 * @param value that a store writes and an update adds
 */
record PtxOperation(Kind kind, int word, int value, Order order, Scope scope) {
  /** Its effect. */
  enum Kind {
    LOAD,
    STORE,
    ADD,
    FENCE
  }

  /** Its semantics. */
  enum Order {
    RELAXED("relaxed"),
    ACQUIRE("acquire"),
    RELEASE("release"),
    ACQUIRE_RELEASE("acq_rel"),
    SEQUENTIAL("sc");

    private final String name;

    Order(String name) {
      this.name = name;
    }
  }

  /** The threads that it is strong for, the fewest first. */
  enum Scope {
    CTA,
    GPU,
    SYS;

    private String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  boolean reads() {
    return kind == Kind.LOAD || kind == Kind.ADD;
  }

  boolean writes() {
    return kind == Kind.STORE || kind == Kind.ADD;
  }

  boolean isFence() {
    return kind == Kind.FENCE;
  }

  boolean acquires() {
    return order == Order.ACQUIRE || order == Order.ACQUIRE_RELEASE || order == Order.SEQUENTIAL;
  }

  boolean releases() {
    return order == Order.RELEASE || order == Order.ACQUIRE_RELEASE || order == Order.SEQUENTIAL;
  }

  /**
   * The statement in inline PTX.
   *
   * @param register the element of {@code r} that receives what it reads
   */
  String text(int register) {
    String how = order.name + "." + scope.text();
    String at = "\"l\"(w + " + word + ")";
    String read = "asm volatile(\"%s %%0, [%%1]%s;\" : \"=r\"(v) : %s : \"memory\"); r[%d] = v;";
    return switch (kind) {
      case FENCE -> "asm volatile(\"fence.%s;\" ::: \"memory\");".formatted(how);
      case STORE ->
          "asm volatile(\"st.%s.global.s32 [%%0], %%1;\" ::%s, \"r\"(%d) : \"memory\");"
              .formatted(how, at, value);
      case LOAD -> read.formatted("ld." + how + ".global.s32", "", at, register);
      case ADD -> read.formatted("atom." + how + ".global.add.s32", ", " + value, at, register);
    };
  }
}
