-- audit_leaves_by_cut: audit entries are deleted only together, up to the recorded cut.
CREATE OR REPLACE FUNCTION audit_leaves_by_cut() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE cut bigint := coalesce((SELECT seq FROM audit_cut), 0);
BEGIN
  IF EXISTS (SELECT FROM gone WHERE seq > cut) OR EXISTS (SELECT FROM gone) AND EXISTS (SELECT FROM audit_entries WHERE seq <= cut) THEN
    RAISE EXCEPTION 'the audit log is append-only, but for the stretch up to a recorded cut'
      USING ERRCODE = '42501', CONSTRAINT = 'audit_leaves_by_cut';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audit_leaves_by_cut AFTER DELETE ON audit_entries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION audit_leaves_by_cut();
