-- reviews_closed_by_decisions: an item is closed only by the decisions that its policy asks for.
CREATE OR REPLACE FUNCTION reviews_closed_by_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted decision_kind; people int; by_rule boolean; asked text;
BEGIN
  wanted := CASE NEW.state WHEN 'approved' THEN 'approve' ELSE 'reject' END;
  SELECT count(DISTINCT decided_by_id), coalesce(bool_or(rule_id IS NOT NULL), false) INTO people, by_rule
    FROM decisions WHERE review_id = NEW.id AND kind = wanted AND undone_at IS NULL;
  SELECT coalesce(NEW.policy::text, (SELECT value #>> '{}' FROM settings WHERE key = 'reviews.policy'), 'two_to_approve') INTO asked;
  IF by_rule OR people >= 2 OR people = 1 AND (asked = 'one' OR asked = 'two_to_approve' AND wanted = 'reject') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'four eyes: % decisions close this item under the policy %', people, asked
    USING ERRCODE = '23514', CONSTRAINT = 'decisions_four_eyes';
END $$;

CREATE OR REPLACE TRIGGER reviews_closed_by_decisions AFTER INSERT OR UPDATE OF state ON reviews FOR EACH ROW
  WHEN (NEW.state IN ('approved', 'rejected')) EXECUTE FUNCTION reviews_closed_by_decisions();
