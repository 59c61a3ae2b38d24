package org.shmemlab.reports.check;

import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Shows a file on the page of a check: a row among all files, and a section.
 *
 * @param name of the file, or of the test in it
 * @param verdict in words without their full stop
 * @param tone the meaning of the verdict
 * @param found the kinds of findings
 * @param section everything about it
 */
record FileSection(
    SourceFile source, String name, String verdict, Tone tone, String found, Section section) {}
