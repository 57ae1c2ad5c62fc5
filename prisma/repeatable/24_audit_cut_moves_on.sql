-- audit_cut_moves_on: the cut of the audit log only moves forward, to an old entry.
-- The entry exists and is older than the shortest long period, which is three years.
CREATE OR REPLACE FUNCTION audit_cut_moves_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('DELETE', 'TRUNCATE') THEN
    RAISE EXCEPTION 'a cut of the audit log is not taken back'
      USING ERRCODE = '42501', CONSTRAINT = 'audit_cut_moves_on';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.seq <= OLD.seq THEN
      RAISE EXCEPTION 'a cut of the audit log only moves on' USING ERRCODE = '42501', CONSTRAINT = 'audit_cut_moves_on';
    END IF;
  END IF;
  IF NOT EXISTS (SELECT FROM audit_entries WHERE seq = NEW.seq AND hash = NEW.hash AND at < now() - interval '3 years') THEN
    RAISE EXCEPTION 'the audit log is cut at an old entry only'
      USING ERRCODE = '42501', CONSTRAINT = 'audit_cut_moves_on';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER audit_cut_moves_on BEFORE INSERT OR UPDATE OR DELETE ON audit_cut FOR EACH ROW EXECUTE FUNCTION audit_cut_moves_on();
CREATE OR REPLACE TRIGGER audit_cut_no_truncate BEFORE TRUNCATE ON audit_cut FOR EACH STATEMENT EXECUTE FUNCTION audit_cut_moves_on();
