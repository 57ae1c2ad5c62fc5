-- erasures_by_people: an admin requests an erasure, somebody else confirms it, and the request never changes.
-- `accord.retention` is on only in the transactions that purge or erase values.
CREATE OR REPLACE FUNCTION erasures_by_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.confirmed_at IS NOT NULL OR OLD.refused_at IS NOT NULL
       OR (NEW.id, NEW.kind, NEW.digest, NEW.reason, NEW.requested_by_id, NEW.requested_at)
          IS DISTINCT FROM (OLD.id, OLD.kind, OLD.digest, OLD.reason, OLD.requested_by_id, OLD.requested_at)) THEN
    RAISE EXCEPTION 'a request for erasure is not rewritten' USING ERRCODE = '23514', CONSTRAINT = 'erasures_by_people';
  END IF;
  IF TG_OP = 'INSERT' AND NEW.confirmed_at IS NOT NULL OR NOT EXISTS (
       SELECT FROM users WHERE id = NEW.requested_by_id AND (TG_OP = 'UPDATE' OR 'admin' = ANY (roles) AND disabled_at IS NULL)) THEN
    RAISE EXCEPTION 'an admin asks for an erasure, somebody else agrees' USING ERRCODE = '23514', CONSTRAINT = 'erasures_by_people';
  END IF;
  IF NEW.confirmed_by_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM users WHERE id = NEW.confirmed_by_id AND roles && ARRAY['admin', 'reviewer']::role[] AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'only an admin or a reviewer agrees to an erasure' USING ERRCODE = '23514', CONSTRAINT = 'erasures_by_people';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER erasures_by_people BEFORE INSERT OR UPDATE ON erasures FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION erasures_by_people();
