package org.shmemlab.model.access;

import org.shmemlab.model.program.SourceLine;

/**
 * Describes a stale load: a cache answers it with an older value of memory, after a wait that
 * should have made a newer write visible.
 *
 * @param load where it is
 * @param pe whose memory it loads
 * @param agent the agent that loads, in words
 * @param object the symmetric object
 * @param from first byte
 * @param to one past the last byte
 * @param written the call that wrote there
 * @param writer the PE that made it
 * @param waited the call that waited and left the cache as it was
 */
public record StaleLoad(
    SourceLine load,
    int pe,
    String agent,
    String object,
    long from,
    long to,
    SourceLine written,
    int writer,
    SourceLine waited) {

  /** The same load, made elsewhere. */
  public StaleLoad at(SourceLine line) {
    return new StaleLoad(line, pe, agent, object, from, to, written, writer, waited);
  }

  /** The event, in one sentence. */
  public String text() {
    return "this load may find in the L1 cache what bytes "
        + from
        + " to "
        + (to - 1)
        + " of '"
        + object
        + "' held before PE "
        + writer
        + " wrote them at "
        + written
        + ": the wait at "
        + waited
        + " polls its word and leaves the cache as it is";
  }
}
