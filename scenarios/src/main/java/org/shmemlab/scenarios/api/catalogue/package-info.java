/** The prototypes of all known calls, as text that is expanded for the name that is asked for. */
@NullMarked
package org.shmemlab.scenarios.api.catalogue;

import org.jspecify.annotations.NullMarked;
