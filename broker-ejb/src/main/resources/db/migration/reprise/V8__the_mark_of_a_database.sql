-- By this a restored backup is known [spec 1.2]. The database itself keeps when it wrote the row, and a dump doesn't carry that: restored, the
-- row has another time than the one that each VPN has noted beside its origin.
CREATE TABLE database_mark (
  id INT NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin WITH SYSTEM VERSIONING;

INSERT INTO database_mark (id) VALUES (1);

-- Microseconds since 1970; what is not a time of this database, or NULL, asks for a new origin. And the entry that the origin began with.
ALTER TABLE vpn
  ADD COLUMN origin_mark      BIGINT NULL,
  ADD COLUMN origin_commit_no BIGINT NOT NULL DEFAULT 0;

UPDATE vpn SET origin_mark = (SELECT CAST(UNIX_TIMESTAMP(ROW_START) * 1000000 AS SIGNED) FROM database_mark);
