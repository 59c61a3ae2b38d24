/**
 * Engines by which flows share the bandwidth of links: {@link
 * org.shmemlab.transports.network.NetworkEngine} and its implementations.
 *
 * <p>An engine knows links, routes and bytes. It knows no topology, no transport and no program:
 * its caller names the links that a message crosses. Small messages need no engine; a flow is worth
 * its price where contention for bandwidth decides how long it takes.
 */
@NullMarked
package org.shmemlab.transports.network;

import org.jspecify.annotations.NullMarked;
