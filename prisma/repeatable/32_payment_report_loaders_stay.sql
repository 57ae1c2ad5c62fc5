-- payment_report_loaders_stay: who loaded a bank report, and who joined it to its run, never changes.
-- Four eyes are enforced by these columns.
CREATE OR REPLACE FUNCTION payment_report_loaders_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who loaded a report never changes' USING ERRCODE = '23514', CONSTRAINT = 'payment_report_loaders_stay';
END $$;

CREATE OR REPLACE TRIGGER payment_report_loaders_stay BEFORE UPDATE OF received_by_id, joined_by_id ON payment_reports FOR EACH ROW
  WHEN (NEW.received_by_id <> OLD.received_by_id
        OR OLD.joined_by_id IS NOT NULL AND NEW.joined_by_id IS DISTINCT FROM OLD.joined_by_id)
  EXECUTE FUNCTION payment_report_loaders_stay();
