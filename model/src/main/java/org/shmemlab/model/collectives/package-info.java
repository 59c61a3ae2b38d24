/**
 * Calls that several agents make together: barriers of warps, blocks, grids and teams, collectives
 * that carry data, exchanges of a warp.
 *
 * <p>Their members, operands, effects, and the conditions under which a member goes on. Nothing
 * here starts or ends an agent.
 */
@NullMarked
package org.shmemlab.model.collectives;

import org.jspecify.annotations.NullMarked;
