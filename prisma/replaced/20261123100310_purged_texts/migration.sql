-- What people wrote about a whole upload goes with its names: why it was declined, what was said of its lost answers. The
-- night does it from now on; here it is done for the uploads that were purged before.
SELECT set_config('accord.retention', 'on', true);
UPDATE upload_approvals p SET reason = '▮▮▮'
  FROM uploads u WHERE u.id = p.upload_id AND u.purged_at IS NOT NULL AND p.reason IS NOT NULL;
UPDATE resolutions s SET reason = CASE WHEN s.reason IS NOT NULL THEN '▮▮▮' END,
                         evidence = CASE WHEN s.evidence IS NOT NULL THEN '▮▮▮' END
  FROM attempts a JOIN bulks b ON b.id = a.bulk_id JOIN uploads u ON u.id = b.upload_id
 WHERE a.id = s.attempt_id AND u.purged_at IS NOT NULL;

ALTER TABLE upload_approvals ALTER COLUMN reason SET STATISTICS 0;

-- An answer that arrives after the purge leaves no words of the provider either, only its codes.
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
    RAISE EXCEPTION 'verification % has its final answer', OLD.id USING ERRCODE = '23514';
  END IF;
  IF purges AND (NEW.iban, NEW.name, NEW.name_search) IS DISTINCT FROM ('', '', '')
     OR purges AND num_nonnulls(NEW.matched_name, NEW.comparison, NEW.raw_cipher, NEW.enrichment, NEW.reference, NEW.note, NEW.unrecognised) > 0 THEN
    RAISE EXCEPTION 'verification % is purged with values left in it', OLD.id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
