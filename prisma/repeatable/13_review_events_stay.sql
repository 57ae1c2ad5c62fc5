-- review_events_stay: notes, events and documents of a review never change.
-- `accord.retention` is on only in the transactions that purge or erase values.
CREATE OR REPLACE FUNCTION review_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'notes and events of a review are append-only'
    USING ERRCODE = '42501', CONSTRAINT = 'review_events_stay';
END $$;

CREATE OR REPLACE TRIGGER documents_stay BEFORE UPDATE ON documents FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION review_events_stay();
CREATE OR REPLACE TRIGGER review_events_stay BEFORE UPDATE ON review_events FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION review_events_stay();
