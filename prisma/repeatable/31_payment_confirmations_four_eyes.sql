-- payment_confirmations_four_eyes: only an active reviewer who didn't upload the run confirms its lines.
-- A confirmation never changes. That of a new IBAN needs the record of a call in which the payee confirmed it.
-- `accord.retention` is on only in the transactions that purge or erase values.
CREATE OR REPLACE FUNCTION payment_confirmations_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'a confirmation is never changed' USING ERRCODE = '23514', CONSTRAINT = 'payment_confirmations_stand';
  END IF;
  IF NEW.by_id = (SELECT u.created_by_id FROM uploads u WHERE u.id = NEW.upload_id)
     OR NOT EXISTS (SELECT FROM users WHERE id = NEW.by_id AND 'reviewer' = ANY (roles) AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'a line is confirmed by a reviewer who did not upload its run'
      USING ERRCODE = '23514', CONSTRAINT = 'payment_confirmations_four_eyes';
  END IF;
  IF NEW.kind = 'new_iban' AND NEW.call_back ->> 'outcome' IS DISTINCT FROM 'confirmed' THEN
    RAISE EXCEPTION 'a new IBAN is confirmed only with the record of a call to the payee'
      USING ERRCODE = '23514', CONSTRAINT = 'payment_confirmations_call_back';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_confirmations_four_eyes BEFORE INSERT ON payment_confirmations
  FOR EACH ROW EXECUTE FUNCTION payment_confirmations_four_eyes();
CREATE OR REPLACE TRIGGER payment_confirmations_stand BEFORE UPDATE OR DELETE ON payment_confirmations FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION payment_confirmations_four_eyes();
CREATE OR REPLACE TRIGGER payment_confirmations_wait BEFORE INSERT ON payment_confirmations FOR EACH ROW
  EXECUTE FUNCTION second_person_waits('by_id');
