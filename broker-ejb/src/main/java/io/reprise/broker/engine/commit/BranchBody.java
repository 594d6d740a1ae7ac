package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.BodyLocation;

/**
 * A prepared message's body, brought along for the commit's own entry [LOG.md L26].
 *
 * @param content the bytes; empty if {@code uploaded}
 * @param uploaded where they were uploaded anew; {@link BodyLocation#NOWHERE} if they go into the entry
 */
public record BranchBody(byte[] content, BodyLocation uploaded) {}
