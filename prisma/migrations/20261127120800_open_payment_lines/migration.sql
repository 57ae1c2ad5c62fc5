CREATE INDEX payment_lines_open ON payment_lines (upload_id)
  WHERE release_id IS NULL;
COMMENT ON INDEX payment_lines_open IS 'Home: runs with lines that have not left; Payments, every minute: gates that are an hour old';
