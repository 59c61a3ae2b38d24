package org.shmemlab.conformance.programs;

import java.util.Locale;

/** Functions of programs that do by hand what a library call does. */
enum HandWrittenCalls {
  ANY(
      """
      size_t hand_any(long *w, size_t n, const int *out, long value, size_t first, int wait) {
        do {
          for (size_t i = 0; i < n; i++) {
            size_t k = (first + i) % n;
            if ((!out || !out[k]) && PREFIX_long_test(w + k, EQUAL, value)) return k;
          }
        } while (wait);
        return SIZE_MAX;
      }
      """),
  SOME(
      """
      size_t hand_some(long *w, size_t n, size_t *found, const int *out, long value, size_t first,
                       int wait) {
        size_t count = 0;
        do {
          for (size_t i = 0; i < n; i++) {
            size_t k = (first + i) % n;
            if ((!out || !out[k]) && PREFIX_long_test(w + k, EQUAL, value)) found[count++] = k;
          }
        } while (wait && count == 0);
        return count;
      }
      """),
  ALL(
      """
      int hand_all(long *w, size_t n, long value, size_t first) {
        for (size_t i = 0; i < n; i++)
          if (!PREFIX_long_test(w + (first + i) % n, EQUAL, value)) return 0;
        return 1;
      }
      """),
  COMPARE(
      """
      int hand_compare(const char *a, const char *b, int n) {
        int order = 0;
        for (int i = 0; i < n; i++)
          if (order == 0) order = a[i] - b[i];
        return order < 0 ? -1 : order > 0;
      }
      """),
  LENGTH(
      """
      size_t hand_length(const char *text) {
        size_t n = 0;
        while (text[n]) n++;
        return n;
      }
      """),
  COPY(
      """
      void hand_copy(char *to, const char *from, int n) {
        for (int i = 0; i < n; i++) to[i] = from[i];
      }
      """),
  FILL(
      """
      void hand_fill(char *to, int byte, int n) {
        for (int i = 0; i < n; i++) to[i] = (char)byte;
      }
      """),
  TEXT(
      """
      void hand_text(char *to, const char *from) {
        while ((*to++ = *from++)) {
        }
      }
      """),
  COPIES(
      """
      void hand_copies(long *to, const long *from, int n) {
        for (int i = 0; i < n; i++) to[i] = from[i];
      }
      """),
  LSA(
      """
      void hand_lsa(ncclWindow_t window, int me, int ranks, bool release, bool acquire) {
        for (int i = 1; i < ranks; i++) {
          long *word = (long *)ncclGetPeerPointer(window, 8 * (8 + me), (me + i) % ranks);
          if (release) __atomic_store_n(word, 1, __ATOMIC_RELEASE);
          else __atomic_store_n(word, 1, __ATOMIC_RELAXED);
        }
        for (int i = 1; i < ranks; i++) {
          long *word = (long *)ncclGetLocalPointer(window, 8 * (8 + (me + i) % ranks));
          if (acquire) while (!__atomic_load_n(word, __ATOMIC_ACQUIRE)) {}
          else while (!__atomic_load_n(word, __ATOMIC_RELAXED)) {}
        }
      }
      """);

  private final String text;

  HandWrittenCalls(String text) {
    this.text = text;
  }

  /** The function in a language. */
  String text(Language language) {
    String body =
        text.replace("PREFIX_", language.prefix())
            .replace("EQUAL", language.constants() + "CMP_EQ");
    if (language == Language.OPENSHMEM) {
      return "static " + body;
    }
    return switch (this) {
      case ANY, SOME, ALL, LSA -> "__device__ " + body;
      case COPIES -> "__global__ " + body;
      default -> "__host__ __device__ " + body;
    };
  }

  @Override
  public String toString() {
    return "hand_" + name().toLowerCase(Locale.ROOT);
  }
}
