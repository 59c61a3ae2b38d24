package org.shmemlab.reports;

import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.scenarios.source.SourceFile;

/** Shows a file on the page of a check: a row among all files, and a section. */
interface FileSection {
  /** The file. */
  SourceFile source();

  /** Its name, or that of the test in it. */
  String name();

  /** The verdict, in words without their full stop. */
  String verdict();

  /** The meaning of the verdict. */
  Tone tone();

  /** The kinds of findings. */
  String found();

  /** Everything about it. */
  Section section();
}
