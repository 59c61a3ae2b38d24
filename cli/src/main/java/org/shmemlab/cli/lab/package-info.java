/** The commands of {@code lab}: a student's folder, grades of a class, pages and the server. */
@NullMarked
package org.shmemlab.cli.lab;

import org.jspecify.annotations.NullMarked;
