package io.reprise.broker.engine.log;

import org.jspecify.annotations.Nullable;

/**
 * Where a message's stored bytes lie, with their CRC-32C [LOG.md L4, L11].
 *
 * @param upload the upload that holds them; null if they lie in the entry's own body
 * @param offset of the first byte there
 * @param length in bytes; 0 with no upload for a message whose body nobody needs
 * @param crc32c checksum of the bytes
 */
public record BodyLocation(@Nullable UploadRef upload, int offset, int length, int crc32c) {
    /** A message that no endpoint and no log wants: its body is not kept. */
    public static final BodyLocation NOWHERE = new BodyLocation(null, 0, 0, 0);
}
