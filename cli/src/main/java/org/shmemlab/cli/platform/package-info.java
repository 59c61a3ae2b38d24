/**
 * Commands about platforms and about time on them: their numbers, accuracy, layouts, performance
 * tests, and the options that choose a platform.
 */
@NullMarked
package org.shmemlab.cli.platform;

import org.jspecify.annotations.NullMarked;
