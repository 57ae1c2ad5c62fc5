-- Rows of files are most checks, so the list without a filter finds them as fast.
CREATE INDEX verifications_by_source ON verifications (environment, source, created_at DESC, id DESC)
  WHERE source <> 'bulk';
COMMENT ON INDEX verifications_by_source IS 'History: of one source, newest first';
CREATE INDEX verifications_by_reason ON verifications (environment, status_reason, created_at DESC, id DESC)
  WHERE status_reason IS NOT NULL;
COMMENT ON INDEX verifications_by_reason IS 'History: of one reason, newest first';
