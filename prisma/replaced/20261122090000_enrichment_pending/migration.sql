-- Answers whose bank is still being looked up by the provider (specification 2.3): asked for again, few at any time.
CREATE INDEX verifications_enrichment_pending ON verifications (connection_id, enrichment_asked_at)
  WHERE status = 'completed' AND environment = 'live' AND upstream_id IS NOT NULL AND enrichment ->> 'status' = 'pending';
