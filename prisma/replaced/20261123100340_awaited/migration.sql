-- Single checks that the provider answered "pending": a handful among millions, looked for every half minute.
CREATE INDEX verifications_awaited ON verifications (created_at)
  WHERE status = 'pending' AND bulk_id IS NULL AND upstream_id IS NOT NULL;
