@NullMarked
package org.shmemlab.scenarios.parse;

import org.jspecify.annotations.NullMarked;
