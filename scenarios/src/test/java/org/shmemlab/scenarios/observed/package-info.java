@NullMarked
package org.shmemlab.scenarios.observed;

import org.jspecify.annotations.NullMarked;
