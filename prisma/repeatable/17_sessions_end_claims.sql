-- sessions_end_claims: signing out releases the claims on reviews.
CREATE OR REPLACE FUNCTION sessions_end_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviews SET claimed_by_id = NULL, claimed_until = NULL
   WHERE claimed_by_id = NEW.user_id
     AND NOT EXISTS (SELECT FROM sessions WHERE user_id = NEW.user_id AND revoked_at IS NULL);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sessions_end_claims AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL) EXECUTE FUNCTION sessions_end_claims();
