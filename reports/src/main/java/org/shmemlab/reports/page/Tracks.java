package org.shmemlab.reports.page;

import com.google.common.collect.ImmutableList;

/**
 * Slices on tracks, and operations between tracks, as a page holds them: what is many is a sequence
 * of whole numbers, each in groups of seven bits, the lowest first, with the highest bit set in all
 * groups but the last; the whole compressed by gzip and written in base64. Times are picoseconds.
 *
 * @param names of slices
 * @param lines of sources: "ring.cu:19"
 * @param kinds of operations
 * @param slices for each track in turn, for each of its slices in order of time: its beginning
 *     counted from that of the one before, its length, its name, its line from 1 or 0, its
 *     operation plus 1 or 0
 * @param messages how many operations there are
 * @param arrows for each operation in order of its call: when it was called, counted from the one
 *     before; how long until it did at its target what it is for; the track of the caller and of
 *     the target; bytes, kind, line from 1 or 0, number
 */
public record Tracks(
    ImmutableList<String> names,
    ImmutableList<String> lines,
    ImmutableList<String> kinds,
    ImmutableList<Track> tracks,
    String slices,
    int messages,
    String arrows) {

  /**
   * One track.
   *
   * @param group what it belongs to: "PE 3", "links"
   * @param slices how many it has, none of which overlap
   */
  public record Track(String group, String name, int slices) {}
}
