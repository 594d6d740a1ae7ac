-- The named objects that a VPN holds besides endpoints and its replay log: ACL profiles, their exceptions, client usernames.
-- Some belong to another, which parent names; it is empty for the others.
CREATE TABLE vpn_object (
  vpn      VARCHAR(32)  NOT NULL,
  kind     VARCHAR(32)  NOT NULL,
  parent   VARCHAR(200) NOT NULL,
  name     VARCHAR(250) NOT NULL,
  settings JSON         NOT NULL,
  version  BIGINT       NOT NULL,
  created  BIGINT       NOT NULL,
  PRIMARY KEY (vpn, kind, parent, name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
