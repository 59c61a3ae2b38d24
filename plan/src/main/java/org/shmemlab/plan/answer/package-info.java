/**
 * The way from a question to an answer: the points of a grid with their uncertainty, the best of
 * them for a goal, its limit, its sensitivities, and the measurements that support it. All of it is
 * data; its form on a screen is decided elsewhere.
 */
@NullMarked
package org.shmemlab.plan.answer;

import org.jspecify.annotations.NullMarked;
