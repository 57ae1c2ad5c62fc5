-- No command ever wrote it: pages and reports show times in TIME_ZONE.
ALTER TABLE users DROP COLUMN time_zone;
