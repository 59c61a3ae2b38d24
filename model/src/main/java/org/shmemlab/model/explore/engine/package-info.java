/**
 * The engines that a user names, each with its budget, and the order in which the default takes
 * them.
 */
@NullMarked
package org.shmemlab.model.explore.engine;

import org.jspecify.annotations.NullMarked;
