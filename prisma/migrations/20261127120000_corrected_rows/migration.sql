-- Which row of the upload that a file corrects each of its rows is, as that file says. Only its comparison knows it, so rows
-- that were compared before stay without.
ALTER TABLE upload_rows ADD COLUMN corrects INTEGER;

CREATE INDEX uploads_completes_id_idx ON uploads (completes_id);
COMMENT ON INDEX uploads_completes_id_idx IS 'Upload: the uploads that correct its rows';
