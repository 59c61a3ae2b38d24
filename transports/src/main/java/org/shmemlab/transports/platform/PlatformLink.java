package org.shmemlab.transports.platform;

/**
 * One direction of a connection.
 *
 * @param name what and where: "nvlink out, gpu 3"
 * @param bytesPerSecond what it carries at most
 * @param picoseconds what it adds to the latency of a path, which already holds the latency across
 *     one switch; so 0 for most links
 */
public record PlatformLink(String name, double bytesPerSecond, long picoseconds) {}
