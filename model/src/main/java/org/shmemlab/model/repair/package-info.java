/**
 * Repairs of a conflict: calls put into a program, found by trying and kept only if the changed
 * program, explored under the same rules, no longer has the conflict and has no new fault (memory
 * model, section 5, "which call at which line would supply it").
 *
 * <p>A repair is data; a program is never changed, a repaired one is another program. Nothing here
 * decides which accesses are ordered: that is the explorer's answer alone.
 */
@NullMarked
package org.shmemlab.model.repair;

import org.jspecify.annotations.NullMarked;
