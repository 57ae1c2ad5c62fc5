-- resolutions_stand: the resolution of a lost response never changes.
-- `accord.retention` is on only in the transactions that purge or erase values.
CREATE OR REPLACE FUNCTION resolutions_stand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.confirmed_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL
     OR (NEW.id, NEW.attempt_id, NEW.kind, NEW.upstream_id, NEW.reason, NEW.evidence, NEW.proposed_by_id, NEW.proposed_at)
        IS DISTINCT FROM
        (OLD.id, OLD.attempt_id, OLD.kind, OLD.upstream_id, OLD.reason, OLD.evidence, OLD.proposed_by_id, OLD.proposed_at) THEN
    RAISE EXCEPTION 'a decision about a lost answer is not rewritten' USING ERRCODE = '23514', CONSTRAINT = 'resolutions_stand';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER resolutions_stand BEFORE UPDATE OR DELETE ON resolutions FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION resolutions_stand();
