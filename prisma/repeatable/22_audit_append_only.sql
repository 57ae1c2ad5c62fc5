-- audit_append_only: entries of the audit log never change, and the log is never truncated.
CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = '42501', CONSTRAINT = 'audit_append_only';
END $$;

CREATE OR REPLACE TRIGGER audit_append_only BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_append_only();
CREATE OR REPLACE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only();
