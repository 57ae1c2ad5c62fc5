-- One row of a file that the single read does not find is about that row. Only several in a row pause the asking, one row is
-- tried now and then, and a success ends the pause.
ALTER TABLE "connections"
  ADD COLUMN "enrichment_misses" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "enrichment_paused_until" TIMESTAMPTZ(3);
-- what one row switched off for good is asked for again
UPDATE connections SET enrichment_reads = NULL, enrichment_probed_at = NULL WHERE enrichment_reads = 'refused';

-- Whether rows of an upload still wait for their bank's BIC and name.
CREATE INDEX verifications_enrichment_of_upload ON verifications (upload_id)
  WHERE source = 'bulk' AND country = 'FR' AND status = 'completed' AND enrichment IS NULL
    AND enrichment_asked_at IS NULL AND upstream_id IS NOT NULL;
