/**
 * The threads that a host makes inside its PE: their life, their own variables, mutexes and
 * conditions. Threads of OpenMP and of C++ are made of them.
 */
@NullMarked
package org.shmemlab.model.host;

import org.jspecify.annotations.NullMarked;
