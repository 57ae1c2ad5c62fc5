-- decisions_call_back: what the bank denied or could not verify is approved only with the record of a call.
-- The payee confirmed the account in that call: with this decision, or with an approval of this item that was not
-- undone.
CREATE OR REPLACE FUNCTION decisions_call_back() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER decisions_call_back BEFORE INSERT ON decisions FOR EACH ROW
  WHEN (NEW.kind = 'approve') EXECUTE FUNCTION decisions_call_back();
