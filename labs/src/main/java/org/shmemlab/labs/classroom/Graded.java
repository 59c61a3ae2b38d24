package org.shmemlab.labs.classroom;

import org.shmemlab.labs.grading.Grade;

/** Pairs an answer with its grade. */
public record Graded(Submission submission, Grade grade) {}
