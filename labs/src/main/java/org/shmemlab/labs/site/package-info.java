/**
 * Labs as pages that need no server of ours: lessons, and what came of each version of their
 * programs. Only what is on them and how they lead to each other; how pages look is said in {@code
 * reports.page}.
 */
@NullMarked
package org.shmemlab.labs.site;

import org.jspecify.annotations.NullMarked;
