-- allowed_names_four_eyes: nobody allows the name of a check that they ran, or of one that repeats it, and only a
-- held-back name is allowed.
CREATE OR REPLACE FUNCTION allowed_names_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM verifications v
                  WHERE v.id = NEW.verification_id AND NEW.allowed_by_id NOT IN (SELECT askers_of(v.id))
                    AND v.status = 'not_sent' AND v.problem_code = 'second_person_required') THEN
    RAISE EXCEPTION 'a name is allowed by another person than who asked' USING ERRCODE = '23514', CONSTRAINT = 'allowed_names_four_eyes';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER allowed_names_four_eyes BEFORE INSERT OR UPDATE ON allowed_names FOR EACH ROW EXECUTE FUNCTION allowed_names_four_eyes();
