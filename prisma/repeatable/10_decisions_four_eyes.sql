-- decisions_four_eyes: nobody decides their own check or one that repeats it, and a decision is about the evidence that
-- was on screen.
-- A decision is made by an active reviewer or by a rule. A rule approves a close match that differs in writing only, or
-- repeats what people decided on the same names.
CREATE OR REPLACE FUNCTION decisions_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE checked uuid; hash text; result match_result; types text[];
BEGIN
  SELECT v.id, r.evidence_hash, r.match_result, r.difference_types INTO checked, hash, result, types
    FROM reviews r JOIN verifications v ON v.id = r.verification_id WHERE r.id = NEW.review_id;
  IF NEW.decided_by_id IN (SELECT askers_of(checked)) THEN
    RAISE EXCEPTION 'four eyes: the person who ran the check cannot decide it' USING ERRCODE = '23514', CONSTRAINT = 'decisions_four_eyes';
  END IF;
  IF NEW.evidence_hash <> hash THEN
    RAISE EXCEPTION 'the decision was taken on other evidence' USING ERRCODE = '23514', CONSTRAINT = 'decisions_same_evidence';
  END IF;
  IF NEW.decided_by_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM users WHERE id = NEW.decided_by_id AND 'reviewer' = ANY (roles) AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'four eyes: only a reviewer decides' USING ERRCODE = '23514', CONSTRAINT = 'decisions_four_eyes';
  END IF;
  IF NEW.rule_id IS NOT NULL AND NOT (NEW.kind = 'approve' AND result = 'close_match'
     AND (NEW.earlier_id IS NOT NULL
          OR cardinality(types) > 0 AND types <@ ARRAY['capital_letters', 'punctuation'])) THEN
    RAISE EXCEPTION 'a rule cannot decide this' USING ERRCODE = '23514', CONSTRAINT = 'decisions_rule_limits';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER decisions_four_eyes BEFORE INSERT ON decisions FOR EACH ROW EXECUTE FUNCTION decisions_four_eyes();
