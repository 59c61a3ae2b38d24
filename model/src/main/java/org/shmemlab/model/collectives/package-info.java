/**
 * Calls that several agents make together: barriers of warps, blocks, grids and teams, collectives
 * that carry data, exchanges of a warp.
 *
 * <p>Who has to come, what they bring, when they may go on and with what. Nothing here starts or
 * ends an agent.
 */
@NullMarked
package org.shmemlab.model.collectives;

import org.jspecify.annotations.NullMarked;
