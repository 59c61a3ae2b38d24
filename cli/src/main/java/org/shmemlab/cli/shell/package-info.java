/**
 * The process around a command: exit codes, streams and colours, progress, interruptions, mistakes
 * that end it, and memory.
 */
@NullMarked
package org.shmemlab.cli.shell;

import org.jspecify.annotations.NullMarked;
