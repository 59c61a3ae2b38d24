/**
 * Launch files: YAML that takes the place of a program's host part. A file is read with the line
 * and column of each value and written as a host program in CUDA whose {@code #line} directives
 * name the YAML, so that everything after it (the front-end, runs, checks, reports) is the same as
 * for any other source. The format is described in {@code docs/launch-files.md}. May not know how
 * programs are compiled or run.
 */
@NullMarked
package org.shmemlab.scenarios.launch;

import org.jspecify.annotations.NullMarked;
