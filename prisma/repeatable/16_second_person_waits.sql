-- second_person_waits: a new second person decides nothing before `users.decides_from`.
-- The trigger argument names the column with the person.
CREATE OR REPLACE FUNCTION second_person_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid AND decides_from > clock_timestamp()) THEN
    RAISE EXCEPTION 'this person does not decide yet' USING ERRCODE = '23514', CONSTRAINT = 'second_person_waits';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER allowed_names_wait BEFORE INSERT ON allowed_names FOR EACH ROW
  EXECUTE FUNCTION second_person_waits('allowed_by_id');
CREATE OR REPLACE TRIGGER decisions_wait BEFORE INSERT ON decisions FOR EACH ROW
  WHEN (NEW.decided_by_id IS NOT NULL) EXECUTE FUNCTION second_person_waits('decided_by_id');
CREATE OR REPLACE TRIGGER erasures_wait BEFORE UPDATE OF confirmed_by_id ON erasures FOR EACH ROW
  WHEN (OLD.confirmed_by_id IS NULL AND NEW.confirmed_by_id IS NOT NULL) EXECUTE FUNCTION second_person_waits('confirmed_by_id');
CREATE OR REPLACE TRIGGER resolutions_first_wait BEFORE INSERT ON resolutions FOR EACH ROW
  EXECUTE FUNCTION second_person_waits('proposed_by_id');
CREATE OR REPLACE TRIGGER resolutions_wait BEFORE UPDATE OF confirmed_by_id ON resolutions FOR EACH ROW
  WHEN (OLD.confirmed_by_id IS NULL AND NEW.confirmed_by_id IS NOT NULL) EXECUTE FUNCTION second_person_waits('confirmed_by_id');
CREATE OR REPLACE TRIGGER upload_approvals_wait BEFORE UPDATE OF decided_by_id ON upload_approvals FOR EACH ROW
  WHEN (OLD.decided_by_id IS NULL AND NEW.decided_by_id IS NOT NULL) EXECUTE FUNCTION second_person_waits('decided_by_id');
