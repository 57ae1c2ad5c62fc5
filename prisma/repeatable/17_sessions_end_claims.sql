-- sessions_end_claims: signing out, and losing the role of a reviewer, releases the claims on reviews.
CREATE OR REPLACE FUNCTION sessions_end_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_claims(NEW.user_id)
    WHERE NOT EXISTS (SELECT FROM sessions WHERE user_id = NEW.user_id AND revoked_at IS NULL);
  RETURN NULL;
END $$;

-- Locks the reviews in ID order, like everybody who locks several.
CREATE OR REPLACE FUNCTION end_claims(person uuid) RETURNS void LANGUAGE sql AS $$
  WITH claimed AS (
    SELECT id FROM reviews WHERE claimed_by_id = person ORDER BY id FOR NO KEY UPDATE),
  ended AS (
    UPDATE reviews SET claimed_by_id = NULL, claimed_until = NULL WHERE id IN (SELECT id FROM claimed) RETURNING environment)
  SELECT pg_notify('accord', json_build_object('topic', 'review', 'environment', environment)::text) FROM ended
$$;

CREATE OR REPLACE FUNCTION users_end_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_claims(NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sessions_end_claims AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL) EXECUTE FUNCTION sessions_end_claims();
CREATE OR REPLACE TRIGGER users_end_claims AFTER UPDATE OF roles ON users FOR EACH ROW
  WHEN ('reviewer' = ANY (OLD.roles) AND NOT 'reviewer' = ANY (NEW.roles)) EXECUTE FUNCTION users_end_claims();
