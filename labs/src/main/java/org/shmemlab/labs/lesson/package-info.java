/**
 * Labs as they are read: their texts, the criteria of answers with their points, and the mistakes
 * that students make in them with explanations.
 *
 * <p>The labs of the project are resources of this module, each in a folder of its own. Nothing
 * here reads an answer.
 */
@NullMarked
package org.shmemlab.labs.lesson;

import org.jspecify.annotations.NullMarked;
