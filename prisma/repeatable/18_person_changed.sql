-- person_changed: every web process is notified at commit when a session ends or a person changes.
-- A person changes by deactivation or new roles. The notification closes the event streams of that person.
CREATE OR REPLACE FUNCTION person_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('accord', json_build_object('topic', 'person', 'id', to_jsonb(NEW) ->> TG_ARGV[0])::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sessions_person_changed AFTER UPDATE OF revoked_at ON sessions
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION person_changed('user_id');
CREATE OR REPLACE TRIGGER users_person_changed AFTER UPDATE OF disabled_at, roles ON users
  FOR EACH ROW WHEN (OLD.disabled_at IS DISTINCT FROM NEW.disabled_at OR OLD.roles IS DISTINCT FROM NEW.roles)
  EXECUTE FUNCTION person_changed('id');
