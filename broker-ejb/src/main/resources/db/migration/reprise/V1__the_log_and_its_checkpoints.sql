-- Times are milliseconds since 1970 unless the type says otherwise; as_of is the commit a derived row contains.

-- The log: one row is one commit, and the key is the fence between owners.
CREATE TABLE log_entry (
  vpn          VARCHAR(32) NOT NULL,
  commit_no    BIGINT      NOT NULL,
  epoch        BIGINT      NOT NULL,
  nonce        BIGINT      NOT NULL,
  first_msg_id BIGINT      NOT NULL,
  last_msg_id  BIGINT      NOT NULL,
  first_time   BIGINT      NOT NULL,
  last_time    BIGINT      NOT NULL,
  body_bytes   INT         NOT NULL,
  head         MEDIUMBLOB  NOT NULL,
  body         LONGBLOB    NULL,
  PRIMARY KEY (vpn, commit_no)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE body_chunk (
  vpn      VARCHAR(32)  NOT NULL,
  epoch    BIGINT       NOT NULL,
  upload   BIGINT       NOT NULL,
  chunk_no INT          NOT NULL,
  data     MEDIUMBLOB   NOT NULL,
  created  TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  PRIMARY KEY (vpn, epoch, upload, chunk_no)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

-- Who owns a VPN, and every takeover there was with the entry that it began with.
CREATE TABLE vpn (
  name    VARCHAR(32) NOT NULL,
  origin  BIGINT      NOT NULL,
  created BIGINT      NOT NULL,
  PRIMARY KEY (name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE vpn_owner (
  vpn   VARCHAR(32)  NOT NULL,
  epoch BIGINT       NOT NULL,
  touch BIGINT       NOT NULL,
  node  VARCHAR(255) NOT NULL,
  since BIGINT       NOT NULL,
  PRIMARY KEY (vpn)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE vpn_takeover (
  vpn       VARCHAR(32)  NOT NULL,
  epoch     BIGINT       NOT NULL,
  commit_no BIGINT       NOT NULL,
  node      VARCHAR(255) NOT NULL,
  since     BIGINT       NOT NULL,
  PRIMARY KEY (vpn, epoch)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

-- Configuration.
CREATE TABLE endpoint (
  vpn         VARCHAR(32)  NOT NULL,
  endpoint_id BIGINT       NOT NULL,
  kind        VARCHAR(16)  NOT NULL,
  name        VARCHAR(200) NOT NULL,
  settings    JSON         NOT NULL,
  version     BIGINT       NOT NULL,
  created     BIGINT       NOT NULL,
  PRIMARY KEY (vpn, endpoint_id),
  UNIQUE KEY endpoint_name (vpn, kind, name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE subscription (
  vpn         VARCHAR(32)  NOT NULL,
  endpoint_id BIGINT       NOT NULL,
  filter      VARCHAR(251) NOT NULL,
  PRIMARY KEY (vpn, endpoint_id, filter)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

-- Derived from the log by checkpoints.
CREATE TABLE checkpoint (
  vpn              VARCHAR(32) NOT NULL,
  tail_from        BIGINT      NOT NULL,
  as_of            BIGINT      NOT NULL,
  last_msg_id      BIGINT      NOT NULL,
  last_time        BIGINT      NOT NULL,
  next_endpoint_id BIGINT      NOT NULL,
  logged_count     BIGINT      NOT NULL,
  logged_bytes     BIGINT      NOT NULL,
  PRIMARY KEY (vpn)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE backlog (
  vpn           VARCHAR(32) NOT NULL,
  endpoint_id   BIGINT      NOT NULL,
  generation    BIGINT      NOT NULL,
  lane          INT         NOT NULL,
  base          BIGINT      NOT NULL,
  as_of         BIGINT      NOT NULL,
  end_exclusive BIGINT      NOT NULL,
  adds          BIGINT      NOT NULL,
  cardinality   BIGINT      NOT NULL,
  bits          BLOB        NOT NULL,
  PRIMARY KEY (vpn, endpoint_id, generation, lane, base)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE endpoint_total (
  vpn         VARCHAR(32) NOT NULL,
  endpoint_id BIGINT      NOT NULL,
  as_of       BIGINT      NOT NULL,
  generation  BIGINT      NOT NULL,
  msg_count   BIGINT      NOT NULL,
  size_bytes  BIGINT      NOT NULL,
  horizon     BIGINT      NOT NULL,
  PRIMARY KEY (vpn, endpoint_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE delivery_note (
  vpn            VARCHAR(32) NOT NULL,
  endpoint_id    BIGINT      NOT NULL,
  generation     BIGINT      NOT NULL,
  msg_id         BIGINT      NOT NULL,
  as_of          BIGINT      NOT NULL,
  delivery_count INT         NOT NULL,
  delayed_until  BIGINT      NOT NULL,
  PRIMARY KEY (vpn, endpoint_id, generation, msg_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE publisher_sequence (
  vpn          VARCHAR(32)    NOT NULL,
  publisher_id VARCHAR(100)   NOT NULL,
  as_of        BIGINT         NOT NULL,
  highest      BIGINT         NOT NULL,
  window_bits  VARBINARY(128) NOT NULL,
  PRIMARY KEY (vpn, publisher_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE prepared_branch (
  vpn               VARCHAR(32)   NOT NULL,
  format_id         INT           NOT NULL,
  gtrid             VARBINARY(64) NOT NULL,
  bqual             VARBINARY(64) NOT NULL,
  as_of             BIGINT        NOT NULL,
  prepare_commit_no BIGINT        NOT NULL,
  content           LONGBLOB      NOT NULL,
  PRIMARY KEY (vpn, format_id, gtrid, bqual)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE entry_block (
  vpn             VARCHAR(32) NOT NULL,
  first_commit_no BIGINT      NOT NULL,
  content         MEDIUMBLOB  NOT NULL,
  PRIMARY KEY (vpn, first_commit_no)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
