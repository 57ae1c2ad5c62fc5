-- decisions_four_eyes_loader: nobody decides an answer of a bank whose report they loaded, or joined to its run.
CREATE OR REPLACE FUNCTION decisions_four_eyes_loader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reviews r JOIN payment_report_lines l ON l.verification_id = r.verification_id
              JOIN payment_reports p ON p.id = l.report_id
              WHERE r.id = NEW.review_id AND NEW.decided_by_id IN (p.received_by_id, p.joined_by_id)) THEN
    RAISE EXCEPTION 'four eyes: the person who loaded the answer of the bank cannot decide it'
      USING ERRCODE = '23514', CONSTRAINT = 'decisions_four_eyes_loader';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER decisions_four_eyes_loader BEFORE INSERT ON decisions
  FOR EACH ROW EXECUTE FUNCTION decisions_four_eyes_loader();
