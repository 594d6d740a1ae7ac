package io.reprise.broker.model.live;

/**
 * A place in the numbering of a subject [spec 3]. Immutable.
 *
 * @param epoch which numbering; one that begins anew has a higher epoch than any before on its subject
 * @param seq the number of a guaranteed message in it, from 1; 0 = before the first
 */
public record SubjectPosition(long epoch, long seq) {
    /** Of a subject on which nothing guaranteed is known. */
    public static final SubjectPosition NONE = new SubjectPosition(0, 0);

    public SubjectPosition {
        if (epoch < 0 || seq < 0) {
            throw new IllegalArgumentException("epoch " + epoch + ", seq " + seq + ", allowed 0 and more");
        }
    }
}
