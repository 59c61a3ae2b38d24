/**
 * Calls that several agents make together: barriers of warps, blocks, grids and teams, collectives
 * that carry data, exchanges of a warp.
 *
 * <p>The package has their members, operands and effects, and the conditions under which a member
 * is enabled. Nothing here starts or ends an agent.
 */
@NullMarked
package org.shmemlab.model.collectives;

import org.jspecify.annotations.NullMarked;
