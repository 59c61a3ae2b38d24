package org.shmemlab.transports.fit;

import java.util.OptionalLong;

/**
 * One row of a {@code measure.csv} that a real machine wrote.
 *
 * @param results the folder of the run
 * @param line of the file
 * @param operation what was called
 * @param timed what of it: {@code issue}, {@code with quiet}, {@code stream of transfers}, ...
 * @param scope the calling threads: a thread, a warp, a block or a stream, by these names
 * @param bytes of one operation; of a stream of transfers, of all blocks together
 * @param count operations in flight, or in a row
 * @param blocks of the grid; 0 for calls of the host
 * @param threads of a block; 0 for calls of the host
 * @param pes PEs that take part
 * @param repetition of the same measurement, from 0
 * @param nanoseconds the median of the samples
 * @param smMegahertz clock of the SM meanwhile
 */
public record TimedRow(
    String results,
    int line,
    String operation,
    String timed,
    String scope,
    long bytes,
    long count,
    int blocks,
    int threads,
    int pes,
    int repetition,
    double nanoseconds,
    double smMegahertz) {
  /** Bytes of one block's share. */
  long share() {
    return blocks == 0 ? bytes : bytes / blocks;
  }

  /** The row as the fits know measurements, in microseconds. */
  Measurement measurement() {
    return new Measurement(
        results + ":" + line,
        "2 x H200",
        "nvlink",
        operation + ", " + timed + ", " + scope + ", " + blocks + " blocks",
        OptionalLong.of(bytes),
        OptionalLong.of(pes),
        OptionalLong.of(1),
        "time",
        nanoseconds / 1e3,
        "us",
        results + "/measure.csv:" + line,
        "");
  }
}
