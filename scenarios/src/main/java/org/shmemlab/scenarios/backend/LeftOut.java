package org.shmemlab.scenarios.backend;

/**
 * A source that is not in a folder.
 *
 * @param file its path
 * @param reason why the backend cannot express it
 */
public record LeftOut(String file, String reason) {}
