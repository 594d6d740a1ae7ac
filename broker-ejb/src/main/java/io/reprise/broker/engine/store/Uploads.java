package io.reprise.broker.engine.store;

import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.model.store.BodyChunk;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Large content as chunk rows, stored by the caller's thread before the entry that refers to it [LOG.md L4]. Each chunk commits for
 * itself, so that none holds up the committer. Any thread.
 */
final class Uploads {
    /** All chunks of an upload but the last have this length. */
    static final int CHUNK_BYTES = 1 << 20;

    private final Sessions sessions;
    private final String vpn;
    private final long epoch;
    private final AtomicLong lastUpload = new AtomicLong();

    Uploads(Sessions sessions, String vpn, long epoch) {
        this.sessions = sessions;
        this.vpn = vpn;
        this.epoch = epoch;
    }

    long store(byte[] content) {
        long upload = lastUpload.incrementAndGet();
        sessions.call(session -> {
            int chunkNo = 0;
            int from = 0;
            do {
                int to = Math.min(content.length, from + CHUNK_BYTES);
                session.insert(new BodyChunk(vpn, epoch, upload, chunkNo++, Arrays.copyOfRange(content, from, to)));
                from = to;
            } while (from < content.length);
            return chunkNo;
        });
        return upload;
    }

    /** Only the bytes asked for leave the database; fewer than asked for at its end. */
    byte @Nullable [] read(UploadRef upload, int offset, int length) {
        return sessions.call(session -> {
            byte[] result = new byte[length];
            int done = 0;
            while (done < length) {
                int at = offset + done;
                byte[] piece = piece(session, upload, at / CHUNK_BYTES, at % CHUNK_BYTES, length - done);
                if (piece == null || piece.length == 0) {
                    return done == 0 ? null : Arrays.copyOf(result, done);
                }
                System.arraycopy(piece, 0, result, done, piece.length);
                done += piece.length;
            }
            return result;
        });
    }

    private byte @Nullable [] piece(StatelessSession session, UploadRef upload, int chunkNo, int offset, int most) {
        return session.createNativeQuery(
                        "SELECT SUBSTRING(data, :start, :most) FROM body_chunk"
                                + " WHERE vpn = :vpn AND epoch = :epoch AND upload = :upload AND chunk_no = :chunkNo",
                        byte[].class)
                .setParameter("start", offset + 1)
                .setParameter("most", most)
                .setParameter("vpn", vpn)
                .setParameter("epoch", upload.epoch())
                .setParameter("upload", upload.upload())
                .setParameter("chunkNo", chunkNo)
                .getSingleResultOrNull();
    }

    void delete(List<UploadRef> uploads) {
        for (UploadRef upload : uploads) {
            sessions.guarded(vpn, epoch, session -> delete(session, upload));
        }
    }

    int sweep(Set<UploadRef> referenced, long olderThanMillis) {
        List<UploadRef> unreferenced = candidates(olderThanMillis).stream()
                .filter(upload -> !referenced.contains(upload))
                .toList();
        delete(unreferenced);
        return unreferenced.size();
    }

    private List<UploadRef> candidates(long olderThanMillis) {
        return sessions.call(session -> session
                .createNativeQuery(
                        "SELECT epoch, upload FROM body_chunk WHERE vpn = :vpn GROUP BY epoch, upload"
                                + " HAVING epoch < :epoch OR MAX(created) < NOW(3) - INTERVAL :micros MICROSECOND",
                        Object[].class)
                .setParameter("vpn", vpn)
                .setParameter("epoch", epoch)
                .setParameter("micros", olderThanMillis * 1000)
                .getResultList()
                .stream()
                .map(row -> new UploadRef(((Number) row[0]).longValue(), ((Number) row[1]).longValue()))
                .toList());
    }

    private void delete(StatelessSession session, UploadRef upload) {
        session.createNativeMutationQuery(
                        "DELETE FROM body_chunk WHERE vpn = :vpn AND epoch = :epoch AND upload = :upload")
                .setParameter("vpn", vpn)
                .setParameter("epoch", upload.epoch())
                .setParameter("upload", upload.upload())
                .executeUpdate();
    }
}
