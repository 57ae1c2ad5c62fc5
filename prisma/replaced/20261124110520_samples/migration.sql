-- The planner keeps samples of every column, as PostgreSQL does by itself; when values were taken, all tables are sampled
-- again. A table without rows keeps its last samples: of the tables that may become empty, what people write is not sampled
-- (documents.file_name, idempotency_keys.body, saved_views.name and filters).
ALTER TABLE verifications ALTER COLUMN matched_name SET STATISTICS -1, ALTER COLUMN note SET STATISTICS -1,
  ALTER COLUMN unrecognised SET STATISTICS -1, ALTER COLUMN comparison SET STATISTICS -1, ALTER COLUMN enrichment SET STATISTICS -1;
ALTER TABLE uploads ALTER COLUMN file_name SET STATISTICS -1, ALTER COLUMN reading SET STATISTICS -1;
ALTER TABLE upload_rows ALTER COLUMN name SET STATISTICS -1, ALTER COLUMN reference SET STATISTICS -1;
ALTER TABLE decisions ALTER COLUMN note SET STATISTICS -1, ALTER COLUMN corrected_name SET STATISTICS -1,
  ALTER COLUMN call_back SET STATISTICS -1;
ALTER TABLE review_events ALTER COLUMN note SET STATISTICS -1;
ALTER TABLE resolutions ALTER COLUMN reason SET STATISTICS -1, ALTER COLUMN evidence SET STATISTICS -1;
ALTER TABLE credit_entries ALTER COLUMN note SET STATISTICS -1;
ALTER TABLE review_rules ALTER COLUMN name SET STATISTICS -1, ALTER COLUMN reference_pattern SET STATISTICS -1;
ALTER TABLE legal_holds ALTER COLUMN reason SET STATISTICS -1;
ALTER TABLE erasures ALTER COLUMN reason SET STATISTICS -1;
ALTER TABLE upload_approvals ALTER COLUMN reason SET STATISTICS -1;

CREATE OR REPLACE FUNCTION sample_again() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  one name;
BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename LOOP
    EXECUTE format('ANALYZE public.%I', one);
  END LOOP;
END $$;
