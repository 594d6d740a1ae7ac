-- What was being delivered when it was last written, whose body a moved message has, and how far deliveries may have gone.
ALTER TABLE delivery_note
  ADD COLUMN presented       INT    NOT NULL DEFAULT 0,
  ADD COLUMN original_msg_id BIGINT NOT NULL DEFAULT 0;

ALTER TABLE endpoint_total
  DROP COLUMN horizon,
  ADD COLUMN horizons VARBINARY(255) NOT NULL DEFAULT '';
