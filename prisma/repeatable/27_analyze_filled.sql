-- analyze_filled: the planner's statistics are current when other transactions see the rows of an intake.
-- Runs at the end of an intake, in its transaction. Tables that grew by less than a tenth, or by few rows, are left to
-- autovacuum. Doesn't wait for a table that another session has locked (a manual vacuum).
CREATE OR REPLACE FUNCTION analyze_filled(new_rows integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  filled text;
BEGIN
  IF new_rows < 500 THEN RETURN; END IF;
  FOREACH filled IN ARRAY ARRAY['uploads', 'bulks', 'verifications', 'upload_rows'] LOOP
    CONTINUE WHEN (SELECT reltuples > new_rows::float8 * 10 FROM pg_class WHERE oid = format('public.%I', filled)::regclass);
    BEGIN
      EXECUTE format('ANALYZE public.%I', filled);
    EXCEPTION WHEN lock_not_available THEN
      NULL;
    END;
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION analyze_filled(integer) FROM PUBLIC;
