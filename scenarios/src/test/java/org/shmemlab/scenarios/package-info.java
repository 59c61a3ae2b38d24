/** Tests of the front-end: whole sources in, programs, output or diagnostics out. */
@NullMarked
package org.shmemlab.scenarios;

import org.jspecify.annotations.NullMarked;
