package org.shmemlab.labs.site;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.shmemlab.labs.workers.WorkerPool;

/** Writes pages that any web server can serve, and a browser can open from the disk. */
public sealed interface ExportedSite permits LabSite, PlaygroundSite {
  /** The page that leads to the others. */
  String INDEX = "index.html";

  /** Receives the pages, one after the other. */
  @FunctionalInterface
  interface Sink {
    /** Takes a page; the name is of a file without a folder. */
    void page(String name, String html);
  }

  /** How many programs it shows. */
  int programs();

  /**
   * Makes the pages.
   *
   * @param workers run, check and grade the programs
   * @param done receives how many programs are on their pages, again and again
   * @param stop whether the caller wants it to stop
   * @return whether all pages are made
   */
  boolean write(WorkerPool workers, Sink sink, IntConsumer done, BooleanSupplier stop)
      throws IOException, InterruptedException;
}
