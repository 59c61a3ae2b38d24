/**
 * From a question to an answer: the points of a grid with their uncertainty, the best of them for a
 * goal, what limits it, what it depends on, and which measurements stand behind it. All of it is
 * data; how it looks is decided elsewhere.
 */
@NullMarked
package org.shmemlab.plan.answer;

import org.jspecify.annotations.NullMarked;
