package io.reprise.broker.web.condition;

import io.reprise.broker.model.error.BrokerException;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a caller says of the version that it means, by {@code If-Match} and {@code If-None-Match}, both of which must hold [RFC 9110
 * §13.2.2] (spec 5.1). An object's {@code ETag} is its version; what has none exists or not, which {@code *} alone asks. Immutable.
 */
public final class Preconditions {
    private final Optional<EntityTags> ifMatch;
    private final Optional<EntityTags> ifNoneMatch;
    private final String subject;

    /**
     * The conditions of a call.
     *
     * @param subject the object, for people
     * @throws BrokerException INVALID_PARAMETER if they are malformed
     */
    public Preconditions(HttpHeaders headers, String subject) {
        this.ifMatch = tags(headers, HttpHeaders.IF_MATCH);
        this.ifNoneMatch = tags(headers, HttpHeaders.IF_NONE_MATCH);
        this.subject = subject;
    }

    private static Optional<EntityTags> tags(HttpHeaders headers, String name) {
        return Optional.ofNullable(headers.getRequestHeaders().get(name))
                .map((List<String> lines) -> EntityTags.parse(name, lines));
    }

    public static EntityTag tag(long version) {
        return new EntityTag(Long.toString(version));
    }

    /** Whether there are any. */
    public boolean given() {
        return ifMatch.isPresent() || ifNoneMatch.isPresent();
    }

    /** {@link #unchanged(EntityTag)} of a version. */
    public @Nullable Response unchanged(long version) {
        return unchanged(tag(version));
    }

    /**
     * Whether a reader has this version already: then the answer to give.
     *
     * @throws BrokerException VERSION_CONFLICT if it asks for another
     */
    public @Nullable Response unchanged(EntityTag version) {
        return unchanged(Optional.of(version));
    }

    /** The same for what has no version. */
    public @Nullable Response unchangedUnversioned() {
        return unchanged(Optional.empty());
    }

    private @Nullable Response unchanged(Optional<EntityTag> version) {
        requireMatch(version);
        return isKnown(version)
                ? Response.notModified().tag(version.orElse(null)).build()
                : null;
    }

    /**
     * Refuses a change of a version that the caller does not mean.
     *
     * @throws BrokerException VERSION_CONFLICT
     */
    public void require(long version) {
        require(tag(version));
    }

    /** The same of another {@code ETag}. */
    public void require(EntityTag version) {
        require(Optional.of(version));
    }

    /** The same for what exists and never changes. */
    public void requireUnversioned() {
        require(Optional.empty());
    }

    private void require(Optional<EntityTag> version) {
        requireMatch(version);
        if (isKnown(version)) {
            throw failed(version, HttpHeaders.IF_NONE_MATCH, ifNoneMatch);
        }
    }

    /**
     * Refuses to create what the caller believes to exist.
     *
     * @throws BrokerException VERSION_CONFLICT
     */
    public void requireMissing() {
        if (ifMatch.isPresent()) {
            throw new PreconditionFailed(subject + " does not exist, and the request has " + HttpHeaders.IF_MATCH);
        }
    }

    private void requireMatch(Optional<EntityTag> version) {
        if (ifMatch.isPresent() && !matches(ifMatch.get(), version)) {
            throw failed(version, HttpHeaders.IF_MATCH, ifMatch);
        }
    }

    private static boolean matches(EntityTags wanted, Optional<EntityTag> version) {
        return version.map(wanted::matchStrongly).orElse(wanted.any());
    }

    private boolean isKnown(Optional<EntityTag> version) {
        return ifNoneMatch
                .map(known -> version.map(known::matchWeakly).orElse(known.any()))
                .orElse(false);
    }

    private PreconditionFailed failed(Optional<EntityTag> version, String header, Optional<EntityTags> tags) {
        return new PreconditionFailed(subject
                + version.map(tag -> " has ETag \"" + tag.getValue() + "\"").orElse(" exists and has no ETag")
                + ", which the request's " + header + ": "
                + tags.map(EntityTags::text).orElse("") + " does not allow");
    }
}
