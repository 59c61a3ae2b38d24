/**
 * Results that outlive a run: one DuckDB file, which a plan reads before it computes anything and
 * writes as soon as something is computed.
 *
 * <p>The meaning of results is decided elsewhere.
 */
@NullMarked
package org.shmemlab.plan.store;

import org.jspecify.annotations.NullMarked;
