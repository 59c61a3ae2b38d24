package org.shmemlab.labs.web;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.shmemlab.labs.lesson.Labs;

/** Servers of this machine, at any free port. */
final class Servers {
  /** Short, since tests wait for it. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private Servers() {}

  static LabServer open(Optional<String> token) throws IOException, InterruptedException {
    return LabServer.open(
        new LabServer.Setting(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            ImmutableSet.of("class.example"),
            token,
            Labs.known(),
            false,
            Optional.empty(),
            1,
            PATIENCE,
            "0"));
  }
}
