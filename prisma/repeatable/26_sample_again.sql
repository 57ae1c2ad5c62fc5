-- sample_again: the planner's statistics contain no deleted value.
-- PostgreSQL keeps samples of column values; ANALYZE replaces them. (MAINTAIN, the privilege for it, exists only from
-- PostgreSQL 17.)
CREATE OR REPLACE FUNCTION sample_again() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  one name;
BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename LOOP
    EXECUTE format('ANALYZE public.%I', one);
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION sample_again() FROM PUBLIC;
