-- A VPN's own settings, as the JSON object of the management API; what is missing in it has its default.
ALTER TABLE vpn
  ADD COLUMN settings JSON   NOT NULL DEFAULT '{}',
  ADD COLUMN version  BIGINT NOT NULL DEFAULT 1;
