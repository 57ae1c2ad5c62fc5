-- payment_changes_noted: when the evidence of a payment run changes, the same transaction records the run.
-- A worker then computes the gates of recorded runs again. These are statement triggers, so 2,000 answers in one
-- statement add one row for each run.
CREATE OR REPLACE FUNCTION payment_changes_noted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- an office that has no unreleased payment lines pays nothing for this trigger
  IF NOT EXISTS (SELECT FROM payment_lines WHERE release_id IS NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'reviews' AND TG_OP = 'INSERT' THEN
    INSERT INTO payment_changes (upload_id)
    SELECT DISTINCT l.upload_id FROM new_rows n JOIN verifications v ON v.id = n.verification_id
      JOIN payment_lines l ON l.iban = v.iban AND l.release_id IS NULL
     WHERE v.environment = 'live';
  ELSIF TG_TABLE_NAME = 'reviews' THEN
    INSERT INTO payment_changes (upload_id)
    SELECT DISTINCT l.upload_id FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.state <> n.state
      JOIN verifications v ON v.id = n.verification_id
      JOIN payment_lines l ON l.iban = v.iban AND l.release_id IS NULL
     WHERE v.environment = 'live';
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO payment_changes (upload_id)
    SELECT DISTINCT l.upload_id FROM new_rows n
      JOIN payment_lines l ON l.iban = n.iban AND l.release_id IS NULL
     WHERE n.environment = 'live' AND (n.source <> 'bulk' OR n.status NOT IN ('pending', 'not_sent'));
  ELSE
    INSERT INTO payment_changes (upload_id)
    SELECT DISTINCT l.upload_id FROM new_rows n
      JOIN old_rows o ON o.id = n.id
       AND (o.status, o.match_result, o.purged_at) IS DISTINCT FROM (n.status, n.match_result, n.purged_at)
      JOIN payment_lines l ON l.iban = o.iban AND l.release_id IS NULL
     WHERE n.environment = 'live';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER verifications_payment_inserted AFTER INSERT ON verifications
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payment_changes_noted();
CREATE OR REPLACE TRIGGER verifications_payment_updated AFTER UPDATE ON verifications
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payment_changes_noted();
CREATE OR REPLACE TRIGGER reviews_payment_inserted AFTER INSERT ON reviews
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payment_changes_noted();
CREATE OR REPLACE TRIGGER reviews_payment_updated AFTER UPDATE ON reviews
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payment_changes_noted();
