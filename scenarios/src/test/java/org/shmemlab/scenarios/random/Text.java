package org.shmemlab.scenarios.random;

/** A text that grows line by line, indented by the blocks it is in. */
final class Text {
  private final StringBuilder text = new StringBuilder();
  private int depth;

  void line(String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
  }

  /** A line that ends in an opening brace. */
  void open(String head) {
    line(head.isEmpty() ? "{" : head + " {");
    depth++;
  }

  /** A closing brace and the text after it. */
  void close(String tail) {
    depth--;
    line("}" + tail);
  }

  void close() {
    close("");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
