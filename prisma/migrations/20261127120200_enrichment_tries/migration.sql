ALTER TABLE verifications ADD COLUMN enrichment_tries integer NOT NULL DEFAULT 0;
ALTER TABLE verifications ADD COLUMN enrichment_tried_at timestamptz(3);

DROP INDEX verifications_enrichment_wanted;
CREATE INDEX verifications_enrichment_wanted ON verifications (connection_id, enrichment_tried_at NULLS FIRST, answered_at)
  WHERE source = 'bulk' AND country = 'FR' AND status = 'completed' AND enrichment IS NULL AND enrichment_asked_at IS NULL AND upstream_id IS NOT NULL;
COMMENT ON INDEX verifications_enrichment_wanted IS 'Bank''s BIC and name, every minute: not asked for yet, those whose read failed last';
