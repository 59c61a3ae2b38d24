/**
 * Labs and the examples of the playground as pages that need no server of ours: lessons, and the
 * results of each program. Their content and the links between them are made here; the look of
 * pages is that of {@code reports.page}.
 */
@NullMarked
package org.shmemlab.labs.site;

import org.jspecify.annotations.NullMarked;
