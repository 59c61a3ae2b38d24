/**
 * The command {@code check}: its options, the loops over files under profiles, under transports and
 * against interleavings, and schedules that run again.
 */
@NullMarked
package org.shmemlab.cli.check;

import org.jspecify.annotations.NullMarked;
