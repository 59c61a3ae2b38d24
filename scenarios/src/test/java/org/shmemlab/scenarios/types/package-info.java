@NullMarked
package org.shmemlab.scenarios.types;

import org.jspecify.annotations.NullMarked;
