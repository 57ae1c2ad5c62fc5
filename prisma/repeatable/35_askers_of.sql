-- askers_of: the people who ran a check or one that it repeats, over any number of repeats.
-- They never decide it, nor allow its name.
CREATE OR REPLACE FUNCTION askers_of(check_id uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE repeated AS (
    SELECT id, previous_id, requested_by_id FROM verifications WHERE id = check_id
    UNION
    SELECT before.id, before.previous_id, before.requested_by_id
      FROM verifications before JOIN repeated ON repeated.previous_id = before.id)
  SELECT DISTINCT requested_by_id FROM repeated;
$$;
