-- The call to the payee that a decision rests on, and the name that an approval puts in place of the submitted one.
ALTER TABLE "decisions"
    ADD COLUMN "call_back" JSONB,
    ADD COLUMN "corrected_name" TEXT;

-- What the schema language cannot say -------------------------------------------------------------------------------

ALTER TABLE decisions ADD CONSTRAINT decisions_call_back_shape CHECK (
  call_back IS NULL OR call_back ?& ARRAY['person', 'number', 'numberSource', 'calledAt', 'outcome']);
ALTER TABLE decisions ADD CONSTRAINT decisions_corrected_name CHECK (corrected_name IS NULL OR kind = 'approve');

-- What the bank denied or could not verify is approved only on the record of a call in which the payee confirmed it:
-- with this decision, or with an approval of this item that still stands.
CREATE FUNCTION decisions_call_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.call_back ->> 'outcome' = 'confirmed'
     OR EXISTS (SELECT FROM decisions WHERE review_id = NEW.review_id AND kind = 'approve' AND undone_at IS NULL
                   AND call_back ->> 'outcome' = 'confirmed')
     OR EXISTS (SELECT FROM reviews WHERE id = NEW.review_id AND match_result = 'close_match') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'this is approved only with the record of a call to the payee'
    USING ERRCODE = '23514', CONSTRAINT = 'decisions_call_back';
END $$;
CREATE TRIGGER decisions_call_back BEFORE INSERT ON decisions FOR EACH ROW
  WHEN (NEW.kind = 'approve') EXECUTE FUNCTION decisions_call_back();
