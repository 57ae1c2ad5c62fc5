-- verifications_terminal_stays: a final answer never changes; only pending and unknown checks do.
-- Retention removes names and keeps the result. Purged values never come back: a late answer changes the counts and
-- stores only the provider's codes, none of its text.
CREATE OR REPLACE FUNCTION verifications_terminal_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE purges boolean := OLD.purged_at IS NULL AND NEW.purged_at IS NOT NULL;
BEGIN
  IF OLD.purged_at IS NOT NULL THEN
    NEW.purged_at := OLD.purged_at;
    NEW.iban := ''; NEW.name := ''; NEW.name_search := '';
    NEW.matched_name := NULL; NEW.comparison := NULL; NEW.raw_cipher := NULL; NEW.enrichment := NULL;
    NEW.reference := NULL; NEW.note := NULL; NEW.unrecognised := NULL; NEW.evidence_hash := OLD.evidence_hash;
    IF NEW.status_reason !~ '^[a-z_]{1,64}$' THEN NEW.status_reason := NULL; END IF;
  END IF;
  IF OLD.status NOT IN ('pending', 'unknown')
     AND ((NEW.status, NEW.match_result) IS DISTINCT FROM (OLD.status, OLD.match_result)
          OR NOT purges AND (NEW.matched_name, NEW.status_reason) IS DISTINCT FROM (OLD.matched_name, OLD.status_reason)) THEN
    RAISE EXCEPTION 'verification % has its final answer', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'verifications_terminal_stays';
  END IF;
  IF purges AND (NEW.iban, NEW.name, NEW.name_search) IS DISTINCT FROM ('', '', '')
     OR purges AND num_nonnulls(NEW.matched_name, NEW.comparison, NEW.raw_cipher, NEW.enrichment, NEW.reference, NEW.note, NEW.unrecognised) > 0 THEN
    RAISE EXCEPTION 'verification % is purged with values left in it', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'verifications_purged_whole';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER verifications_terminal_stays BEFORE UPDATE ON verifications FOR EACH ROW EXECUTE FUNCTION verifications_terminal_stays();
