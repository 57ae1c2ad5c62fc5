-- Who claims a check waits for locks, looks under them, and writes. A statement sees what was committed before it began, so
-- what is looked at under a lock needs a statement of its own. As functions they are one round trip instead of six, and
-- the transaction, which others wait for, ends without waiting for the program once.

-- A place in the sliding minute of a lane, for who holds the lane's lock: counting and writing happen under it, so that two
-- processes never take the last place together. A request counts from when it may have left until a window after its end
-- (70 s when nobody told the end), because the provider may count it at any moment between. A lane that was told to slow
-- down keeps its share for five minutes and then grows by a tenth a minute; after an outage a tenth of the places goes at
-- first, all of them a minute later. No call: no place is free before `wait_ms` are over. `stopped`: a breaker is open.
CREATE FUNCTION take_place(of_connection UUID, of_lane upstream_lane, places INT, seconds FLOAT, person UUID, most INT)
RETURNS TABLE (call BIGINT, wait_ms INT, stopped BOOLEAN) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
  WITH pace AS (
    SELECT coalesce(max(CASE WHEN p.slowed_at > clock_timestamp() - interval '5 minutes' THEN p.factor
             ELSE least(1, p.factor + extract(epoch FROM clock_timestamp() - p.slowed_at - interval '5 minutes') / 600)
             END), 1) AS factor, max(p.held_until) AS held
      FROM upstream_paces p WHERE p.connection_id = of_connection AND p.lane = of_lane
  ), ramp AS (
    SELECT coalesce(max(least(1, 0.1 + 0.9 * greatest(0, extract(epoch FROM clock_timestamp() - b.closed_at)) / 60)), 1) AS share
      FROM breakers b WHERE b.connection_id = of_connection AND b.kind = 'circuit' AND b.open_since IS NULL
  ), allowed AS (
    SELECT greatest(1, floor(places * factor * share))::int AS number, share < 1 AS growing FROM pace, ramp
  ), busy AS (
    SELECT coalesce(c.ended_at, c.at + interval '70 seconds') + make_interval(secs => seconds) AS free_at, c.user_id
      FROM upstream_calls c
     WHERE c.connection_id = of_connection AND c.lane = of_lane
       AND c.at > clock_timestamp() - make_interval(secs => seconds + 140)
       AND coalesce(c.ended_at, c.at + interval '70 seconds') > clock_timestamp() - make_interval(secs => seconds)
  ), mine AS (
    SELECT free_at FROM busy WHERE user_id = person
  ), taken AS (
    INSERT INTO upstream_calls (connection_id, lane, at, user_id)
    SELECT of_connection, of_lane, clock_timestamp(), person
     WHERE (SELECT count(*) FROM busy) < (SELECT number FROM allowed)
       AND (SELECT count(*) FROM mine) < most
       AND NOT coalesce((SELECT held FROM pace) > clock_timestamp(), false)
    RETURNING id
  )
  SELECT (SELECT id FROM taken),
         greatest(1, coalesce(ceil(1000 * extract(epoch FROM greatest(
           (SELECT held FROM pace),
           (SELECT least(free_at, clock_timestamp() + make_interval(secs => CASE WHEN (SELECT growing FROM allowed)
                              THEN 60.0 / places ELSE seconds END)) FROM busy
             ORDER BY free_at DESC OFFSET (SELECT number - 1 FROM allowed) LIMIT 1),
           (SELECT least(free_at, clock_timestamp() + make_interval(secs => seconds)) FROM mine
             ORDER BY free_at DESC OFFSET most - 1 LIMIT 1)
         ) - clock_timestamp())), 1000))::int,
         EXISTS (SELECT FROM breakers b WHERE b.connection_id = of_connection AND b.open_since IS NOT NULL);
END $$;

-- A check and its first attempt, in one of the states ready, sending (claimed) and not_sent.
CREATE FUNCTION store_check(asked JSONB, state attempt_state) RETURNS UUID LANGUAGE plpgsql AS $$
DECLARE
  attempt CONSTANT UUID := gen_random_uuid();
  claimed CONSTANT BOOLEAN := state = 'sending';
BEGIN
  INSERT INTO verifications (id, environment, source, iban, name, name_search, country, bank_code, bank_name, reference,
                             purpose, note, sandbox_result, connection_id, requested_by_id, previous_id)
  SELECT id, environment, source, iban, name, name_search, country, bank_code, bank_name, reference,
         purpose, note, sandbox_result, connection_id, requested_by_id, previous_id
    FROM jsonb_populate_record(NULL::verifications, asked);
  INSERT INTO attempts (id, verification_id, number, connection_id, payload_sha256, state, claimed_at, send_deadline, owner)
  VALUES (attempt, (asked->>'id')::uuid, 1, (asked->>'connection_id')::uuid, asked->>'payload_sha256', state,
          CASE WHEN claimed THEN now() END,
          CASE WHEN claimed THEN now() + make_interval(secs => (asked->>'send_within')::float) END,
          CASE WHEN claimed THEN asked->>'owner' END);
  RETURN attempt;
END $$;

-- The usual claim of a live check: locks, place, check and attempt. No row, and nothing written, where something wants a
-- closer look: a breaker is open, no place is free, or `tries` or more different names were sent for this IBAN within 24
-- hours (counted as they were typed, which is never less than what the limit counts). `locks` are taken in their order,
-- the shared ones first.
CREATE FUNCTION claim_check(asked JSONB, shared TEXT[], locks TEXT[], tries INT, places INT, seconds FLOAT, most INT)
RETURNS TABLE (attempt UUID, call BIGINT) LANGUAGE plpgsql AS $$
DECLARE
  of_connection CONSTANT UUID := asked->>'connection_id';
  name TEXT;
  place BIGINT;
BEGIN
  FOREACH name IN ARRAY shared LOOP
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(name, 0));
  END LOOP;
  FOREACH name IN ARRAY locks LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(name, 0));
  END LOOP;
  IF tries <= (SELECT count(DISTINCT v.name) FROM verifications v
                WHERE v.iban = asked->>'iban' AND v.environment = 'live' AND v.purged_at IS NULL
                  AND v.status <> 'not_sent' AND v.created_at > now() - interval '24 hours')
     OR EXISTS (SELECT FROM breakers b WHERE b.connection_id = of_connection AND b.open_since IS NOT NULL) THEN
    RETURN;
  END IF;
  SELECT taken.call INTO place
    FROM take_place(of_connection, 'single_post', places, seconds, (asked->>'requested_by_id')::uuid, most) taken;
  IF place IS NOT NULL THEN
    RETURN QUERY SELECT store_check(asked, 'sending'), place;
  END IF;
END $$;
