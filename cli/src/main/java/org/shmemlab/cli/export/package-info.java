/** Files that commands write for other tools and readers: which forms a command has, and pages. */
@NullMarked
package org.shmemlab.cli.export;

import org.jspecify.annotations.NullMarked;
