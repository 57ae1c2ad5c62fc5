-- attempts_resolved_by_people: an unknown attempt is resolved by people only, with a decision that is in force. Two people
-- decide that it was not billed, or which ID it has when another lost batch could have it.
-- A resolution is final, with these exceptions: a batch that was written off may still be found at the provider. It is then
-- attached, with a decision that says so. An attached batch that is never answered becomes unknown again. And the response
-- to a request that was written off may come after all, with its ID.
CREATE OR REPLACE FUNCTION attempts_resolved_by_people() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  late boolean := OLD.state = 'written_off' AND NEW.state = 'attached' AND OLD.bulk_id IS NOT NULL;
  never_answered boolean := OLD.state = 'attached' AND NEW.state = 'unknown';
  answered_late boolean := OLD.state = 'written_off' AND NEW.state = 'accepted' AND NEW.upstream_id IS NOT NULL;
BEGIN
  IF OLD.state IN ('attached', 'not_billed', 'written_off') AND NOT late AND NOT never_answered AND NOT answered_late THEN
    RAISE EXCEPTION 'attempt % was resolved by a person', OLD.id USING ERRCODE = '23514', CONSTRAINT = 'attempts_resolved_by_people';
  END IF;
  IF NEW.state NOT IN ('attached', 'not_billed', 'written_off') THEN RETURN NEW; END IF;
  IF OLD.state <> 'unknown' AND NOT late OR NOT EXISTS (
       SELECT FROM resolutions r
        WHERE r.attempt_id = NEW.id AND r.withdrawn_at IS NULL AND r.kind::text = NEW.state::text
          AND (r.confirmed_by_id IS NOT NULL OR r.kind <> 'not_billed' AND NOT (r.kind = 'attached' AND lost_alike(NEW.id)))) THEN
    RAISE EXCEPTION 'attempt % is resolved without the decision it needs', OLD.id USING ERRCODE = '23514', CONSTRAINT = 'attempts_resolved_by_people';
  END IF;
  IF NEW.state = 'not_billed' AND (NEW.send_deadline IS NULL OR clock_timestamp() < NEW.send_deadline + interval '60 seconds') THEN
    RAISE EXCEPTION 'attempt % may still be on its way', OLD.id USING ERRCODE = '23514', CONSTRAINT = 'attempts_too_early';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER attempts_resolved_by_people BEFORE UPDATE OF state ON attempts
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION attempts_resolved_by_people();
