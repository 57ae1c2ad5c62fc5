-- remove_cut_entries: web and worker delete audit entries only up to the cut.
-- Like the next two functions it is SECURITY DEFINER with a fixed search_path: web and worker need what only the owner
-- may do.
CREATE OR REPLACE FUNCTION remove_cut_entries() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM public.audit_entries WHERE seq <= (SELECT seq FROM public.audit_cut WHERE id = 1);
$$;

REVOKE EXECUTE ON FUNCTION remove_cut_entries() FROM PUBLIC;
