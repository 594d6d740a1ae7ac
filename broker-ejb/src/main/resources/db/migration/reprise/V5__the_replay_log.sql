-- The replay log of a VPN, one at most, and its topic filters. What it holds are entries of the log.
CREATE TABLE replay_log (
  vpn      VARCHAR(32)  NOT NULL,
  name     VARCHAR(185) NOT NULL,
  settings JSON         NOT NULL,
  version  BIGINT       NOT NULL,
  created  BIGINT       NOT NULL,
  PRIMARY KEY (vpn)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE replay_log_filter (
  vpn    VARCHAR(32)  NOT NULL,
  filter VARCHAR(251) NOT NULL,
  PRIMARY KEY (vpn, filter)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
