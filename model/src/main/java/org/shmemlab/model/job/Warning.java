package org.shmemlab.model.job;

import org.shmemlab.model.program.SourceLine;

/** Something questionable that a program did and that does not stop it. */
public record Warning(SourceLine line, int pe, String text) {}
