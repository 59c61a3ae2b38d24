/** The command {@code plan} and queries of its results. */
@NullMarked
package org.shmemlab.cli.plan;

import org.jspecify.annotations.NullMarked;
