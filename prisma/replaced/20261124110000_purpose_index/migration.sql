-- The history by purpose, in its order. Rows of files have no purpose, so the index is small.
CREATE INDEX verifications_purpose ON verifications (environment, purpose, created_at DESC, id DESC)
  WHERE purpose IS NOT NULL;
