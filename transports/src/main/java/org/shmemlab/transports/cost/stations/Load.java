package org.shmemlab.transports.cost.stations;

/**
 * How busy a station was.
 *
 * @param station what it is: "NIC of PE 3, sending"
 * @param busyPs time that it spent serving, picoseconds
 */
public record Load(String station, long busyPs) {}
