CREATE INDEX audit_entries_actor_id_action_idx ON audit_entries (actor_id, action);
COMMENT ON INDEX audit_entries_actor_id_action_idx IS 'Home: which first steps a person has taken';
