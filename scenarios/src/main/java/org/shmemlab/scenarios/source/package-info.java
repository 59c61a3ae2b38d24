/**
 * Source text and what is wrong with it: files, which of them are a program, diagnostics.
 *
 * <p>Nothing here knows a language. Everything a front-end has to say to its user goes through
 * {@link org.shmemlab.scenarios.source.Diagnostics}; an exception is never the answer to bad input.
 */
@NullMarked
package org.shmemlab.scenarios.source;

import org.jspecify.annotations.NullMarked;
