/**
 * The memory of a job: objects with exact bounds, tables of the live objects, pages that forks of a
 * machine share until one of them writes.
 *
 * <p>Nothing here knows agents, time, or the order in which accesses happen.
 */
@NullMarked
package org.shmemlab.model.memory;

import org.jspecify.annotations.NullMarked;
