-- remove_cut_entries: web and worker take nothing out of the audit log but what lies before its cut.
-- With the rights of the owner, with a fixed search_path, like the two that follow: what only an owner may do and
-- they need.
CREATE OR REPLACE FUNCTION remove_cut_entries() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM public.audit_entries WHERE seq <= (SELECT seq FROM public.audit_cut WHERE id = 1);
$$;

REVOKE EXECUTE ON FUNCTION remove_cut_entries() FROM PUBLIC;
