-- An endpoint's backlogs and the facts of its replay, and when copies that a replay put there expire.
ALTER TABLE endpoint_total
  ADD COLUMN replay MEDIUMBLOB NOT NULL DEFAULT '';

ALTER TABLE delivery_note
  ADD COLUMN expiration BIGINT NOT NULL DEFAULT 0;
