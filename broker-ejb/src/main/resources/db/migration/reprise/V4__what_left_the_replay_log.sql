-- Up to which message the replay log was trimmed, how much has ever left it, and what was logged last.
ALTER TABLE checkpoint
  ADD COLUMN trimmed_through_msg_id BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN trimmed_count          BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN trimmed_bytes          BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN newest_logged_msg_id   BIGINT NOT NULL DEFAULT 0;
