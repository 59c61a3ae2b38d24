/**
 * An external call by its symbol and prototype, and the checks, footprints and texts that calls
 * share.
 */
@NullMarked
package org.shmemlab.scenarios.runtime.call;

import org.jspecify.annotations.NullMarked;
