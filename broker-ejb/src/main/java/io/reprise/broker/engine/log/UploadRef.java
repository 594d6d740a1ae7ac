package io.reprise.broker.engine.log;

/**
 * Names content stored beforehand as chunk rows.
 *
 * @param epoch the ownership that uploaded it
 * @param upload its number within the epoch
 */
public record UploadRef(long epoch, long upload) {}
