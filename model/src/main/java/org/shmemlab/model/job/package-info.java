/**
 * The state of a running job as plain data: {@link org.shmemlab.model.job.JobState}, its PEs,
 * agents, teams, streams and meetings. It can be forked, compared ({@link
 * org.shmemlab.model.job.Fingerprint}) and observed.
 *
 * <p>The fields are open to the layers of the machine, which read and change them, and to no other
 * code (a test checks that). The changes of a job do not live here, but for names that a PE gives
 * to teams and to objects of its peers.
 *
 * <p>The layers above, each of which uses those before it: {@link org.shmemlab.model.access},
 * {@link org.shmemlab.model.communication}, {@link org.shmemlab.model.collectives}, {@link
 * org.shmemlab.model.host}, {@link org.shmemlab.model.device}, {@link
 * org.shmemlab.model.interpreter}, {@link org.shmemlab.model.machine}.
 */
@NullMarked
package org.shmemlab.model.job;

import org.jspecify.annotations.NullMarked;
