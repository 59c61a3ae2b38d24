/** Many answers at once: their owners, and the tables and files of their grades. */
@NullMarked
package org.shmemlab.labs.classroom;

import org.jspecify.annotations.NullMarked;
