-- Whether a file was released before is asked for every line of a payment run.
CREATE INDEX uploads_file_hash_idx ON uploads (file_hash);
COMMENT ON INDEX uploads_file_hash_idx IS 'Payment run: other uploads of the same file';
