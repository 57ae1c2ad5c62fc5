-- attempts_never_rearmed: an attempt is never set back to ready or sending, so that nothing is sent twice.
CREATE OR REPLACE FUNCTION attempts_never_rearmed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'ready' AND OLD.state <> 'ready'
     OR NEW.state = 'sending' AND OLD.state NOT IN ('ready', 'sending') THEN
    RAISE EXCEPTION 'attempt % is never re-armed (% to %)', OLD.id, OLD.state, NEW.state
      USING ERRCODE = '23514', CONSTRAINT = 'attempts_never_rearmed';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER attempts_never_rearmed BEFORE UPDATE OF state ON attempts FOR EACH ROW EXECUTE FUNCTION attempts_never_rearmed();
