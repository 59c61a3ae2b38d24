/**
 * Results as a person or another tool reads them: text, JSON, pictures. A package below holds the
 * reports of one kind of results; here is the form of a finding that all of them share.
 *
 * <p>Nothing is computed here; a number in a report was in the result.
 */
@NullMarked
package org.shmemlab.reports;

import org.jspecify.annotations.NullMarked;
