-- payment_changes_noted: a payment run whose evidence changed is noted in the transaction that changed it.
-- A worker computes the gates of noted runs again. One row per statement and run, so that many answers cost little.
CREATE OR REPLACE FUNCTION payment_changes_noted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- without open payment lines there's nothing to note: uploads without payments cost nothing more
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
