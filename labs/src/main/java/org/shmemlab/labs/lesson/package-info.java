/**
 * What a lab is: its texts, what of an answer is looked at for how many points, and the mistakes
 * that people make in it with what they are told.
 *
 * <p>The labs that come along are resources of this module, each in a folder of its own. Nothing
 * here looks at an answer.
 */
@NullMarked
package org.shmemlab.labs.lesson;

import org.jspecify.annotations.NullMarked;
