/**
 * Results as a person or another tool reads them: text, JSON, pictures.
 *
 * <p>Nothing is computed here; a number in a report was in the result.
 */
@NullMarked
package org.shmemlab.reports;

import org.jspecify.annotations.NullMarked;
