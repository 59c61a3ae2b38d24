/**
 * Hardware as data: platforms read from YAML, every number with its unit, its interval where one is
 * known and its source; and what follows from them alone, such as which links lie between two GPUs.
 *
 * <p>Nothing here knows what a program does, when something happens, or which orders are allowed.
 */
@NullMarked
package org.shmemlab.transports.platform;

import org.jspecify.annotations.NullMarked;
