-- analyze_lines: the planner's statistics are current when the gates of a payment run are first computed.
-- Without them, it looks through all open lines for each line of the run. Runs once the lines are stored. A table that
-- grew by less than a tenth, or by few lines, is left to autovacuum. Doesn't wait for another session's lock.
CREATE OR REPLACE FUNCTION analyze_lines(new_lines integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '3s' AS $$
BEGIN
  IF new_lines >= 500
     AND (SELECT reltuples <= new_lines::float8 * 10 FROM pg_class WHERE oid = 'public.payment_lines'::regclass) THEN
    ANALYZE public.payment_lines;
  END IF;
EXCEPTION WHEN lock_not_available THEN
  NULL;
END $$;

REVOKE EXECUTE ON FUNCTION analyze_lines(integer) FROM PUBLIC;
