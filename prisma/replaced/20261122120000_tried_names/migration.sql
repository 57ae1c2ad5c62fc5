-- A name that was held back because too many were tried on its IBAN; this person lets it be sent.
CREATE TABLE "allowed_names" (
    "verification_id" UUID NOT NULL,
    "allowed_by_id" UUID NOT NULL,
    "allowed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "allowed_names_pkey" PRIMARY KEY ("verification_id")
);

ALTER TABLE "allowed_names" ADD CONSTRAINT "allowed_names_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "allowed_names" ADD CONSTRAINT "allowed_names_allowed_by_id_fkey" FOREIGN KEY ("allowed_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Who asked never allows, and only what was held back is allowed.
CREATE FUNCTION allowed_names_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM verifications v
                  WHERE v.id = NEW.verification_id AND v.requested_by_id <> NEW.allowed_by_id
                    AND v.status = 'not_sent' AND v.problem_code = 'second_person_required') THEN
    RAISE EXCEPTION 'a name is allowed by another person than who asked' USING ERRCODE = '23514', CONSTRAINT = 'allowed_names_four_eyes';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER allowed_names_four_eyes BEFORE INSERT OR UPDATE ON allowed_names FOR EACH ROW EXECUTE FUNCTION allowed_names_four_eyes();

-- What waits for a second person.
CREATE INDEX verifications_held_back ON verifications (created_at) WHERE problem_code = 'second_person_required';
