package org.shmemlab.scenarios.api.catalogue;

import com.google.common.base.Splitter;
import java.util.List;

/**
 * A type as a prototype writes it: {@code const T *}, {@code size_t}, {@code cudaStream_t *}.
 *
 * @param base the words of the innermost type; {@code T} is the element type, {@code common} and
 *     {@code real} follow from the arguments
 * @param constant whether the innermost type is const
 * @param pointers how many pointers to it
 * @param reference whether it is taken by reference
 */
public record TypePattern(String base, boolean constant, int pointers, boolean reference) {
  public static final String ELEMENT = "T";
  public static final String COMMON = "common";
  public static final String REAL = "real";

  static TypePattern parse(String text) {
    String spaced = text.replace("*", " * ").replace("&", " & ");
    List<String> words = Splitter.on(' ').omitEmptyStrings().trimResults().splitToList(spaced);
    StringBuilder base = new StringBuilder();
    boolean constant = false;
    boolean reference = false;
    int pointers = 0;
    for (String word : words) {
      switch (word) {
        case "const" -> constant = true;
        case "struct" -> {}
        case "*" -> pointers++;
        case "&" -> reference = true;
        default -> base.append(base.isEmpty() ? "" : " ").append(word);
      }
    }
    return new TypePattern(base.toString(), constant, pointers, reference);
  }

  /** Whether it follows from the arguments of a call. */
  public boolean isDeduced() {
    return base.equals(ELEMENT) || base.equals(COMMON) || base.equals(REAL);
  }
}
