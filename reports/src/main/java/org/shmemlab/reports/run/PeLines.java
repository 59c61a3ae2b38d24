package org.shmemlab.reports.run;

import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.model.job.Output;

/**
 * Puts the pieces that a PE prints together to whole lines, so that lines of different PEs never
 * mix. Standard output and standard error of a PE are apart.
 */
public final class PeLines {
  /** Receives text that ends a line, or the last of a PE. */
  @FunctionalInterface
  public interface Sink {
    /**
     * Takes one or more lines.
     *
     * @param channel {@link Output#STDOUT} or {@link Output#STDERR}
     * @param text characters as bytes in ISO-8859-1
     */
    void lines(int pe, int channel, String text);
  }

  private record Source(int channel, int pe) implements Comparable<Source> {
    @Override
    public int compareTo(Source other) {
      int byChannel = Integer.compare(channel, other.channel);
      return byChannel != 0 ? byChannel : Integer.compare(pe, other.pe);
    }
  }

  /** A line that comes to no end is broken here, so that it does not fill the memory. */
  private static final int LONGEST = 1 << 20;

  private final Map<Source, StringBuilder> begun = new TreeMap<>();
  private final Sink sink;

  /** Gives whole lines to the sink. */
  public PeLines(Sink sink) {
    this.sink = sink;
  }

  /** Takes the next piece. */
  public void add(Output piece) {
    Source source = new Source(piece.channel(), piece.pe());
    int end = piece.text().lastIndexOf('\n') + 1;
    if (end > 0) {
      StringBuilder start = begun.remove(source);
      String lines = piece.text().substring(0, end);
      sink.lines(piece.pe(), piece.channel(), start == null ? lines : start + lines);
    }
    if (end < piece.text().length()) {
      StringBuilder line = begun.computeIfAbsent(source, _ -> new StringBuilder());
      line.append(piece.text(), end, piece.text().length());
      if (line.length() > LONGEST) {
        begun.remove(source);
        sink.lines(piece.pe(), piece.channel(), line.toString());
      }
    }
  }

  /** Passes on the lines without an end, in order of PEs. */
  public void end() {
    begun.forEach((source, rest) -> sink.lines(source.pe, source.channel, rest.toString()));
    begun.clear();
  }
}
