/**
 * Where programs come from: the front-ends that read them and the programs that are shipped.
 *
 * <p>What is read ends as a program of {@code model}; nothing here runs one by rules of its own.
 */
@NullMarked
package org.shmemlab.scenarios;

import org.jspecify.annotations.NullMarked;
