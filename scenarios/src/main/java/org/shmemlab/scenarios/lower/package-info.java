/**
 * From syntax to program: scopes, types, conversions, and the instructions of every construct.
 *
 * <p>A {@link org.shmemlab.scenarios.lower.Unit} holds what the whole program shares, a {@code
 * FunctionLowering} what one function does; each group of constructs has a class of its own. What
 * is wrong with a construct is thrown as a {@code Failure} and becomes a diagnostic at its
 * statement, so that one run shows several. Library calls are lowered by {@code api}.
 */
@NullMarked
package org.shmemlab.scenarios.lower;

import org.jspecify.annotations.NullMarked;
