-- Web and worker do not own the tables. What they need and only an owner may do are functions of the owner, which do that one
-- thing and look for names where only the owner makes any.

-- The planner keeps samples of values. Sampled again, they hold what is left after values were taken. (MAINTAIN, which would
-- let others do it, is known from PostgreSQL 17 on.)
CREATE FUNCTION sample_again() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  ANALYZE public.verifications;
END $$;

-- At the end of an intake, in its transaction: what the planner believes of the tables that it filled is true from the moment
-- when others see the rows. What grew by less than a tenth, or by few rows, is left to autovacuum. A table that somebody else
-- is at (a vacuum by hand) is not waited for.
CREATE FUNCTION analyze_filled(new_rows integer) RETURNS void
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

-- The oldest entries of the audit log, up to the recorded cut. Nothing else is ever taken out of it.
CREATE FUNCTION remove_cut_entries() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM public.audit_entries WHERE seq <= (SELECT seq FROM public.audit_cut WHERE id = 1);
$$;

REVOKE EXECUTE ON FUNCTION sample_again(), analyze_filled(integer), remove_cut_entries() FROM PUBLIC;
