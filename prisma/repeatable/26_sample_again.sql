-- sample_again: the planner’s samples hold no value that was taken away.
-- The planner keeps samples of values. Sampled again, they hold what is left. (MAINTAIN, which would let others do
-- it, is known from PostgreSQL 17 on.)
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
