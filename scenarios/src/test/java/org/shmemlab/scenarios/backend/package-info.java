@NullMarked
package org.shmemlab.scenarios.backend;

import org.jspecify.annotations.NullMarked;
