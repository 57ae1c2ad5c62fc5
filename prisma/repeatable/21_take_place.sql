-- take_place: two processes never take the last slot of a lane's minute together.
-- The caller holds the lane's lock: counting and writing happen under it. A request counts from when it may have left
-- until a window after its end (70 s when its end was not reported), because the provider may count it at any moment in
-- between. A slowed-down lane keeps its share for five minutes and then grows by a tenth a minute; after an outage a
-- tenth of the slots is available at first, and all of them a minute later. A breaker that never opened (its row holds
-- the retry budget) is not one that has just closed: it limits nothing. Calls of the window are found by time; the time
-- of the next free slot is computed only when there is none. No call returned: no slot is free before `wait_ms`.
-- `stopped`: a breaker is open.
CREATE OR REPLACE FUNCTION take_place(of_connection UUID, of_lane upstream_lane, places INT, seconds FLOAT, person UUID, most INT)
RETURNS TABLE (call BIGINT, wait_ms INT, stopped BOOLEAN) LANGUAGE plpgsql AS $$
DECLARE
  moment CONSTANT TIMESTAMPTZ := clock_timestamp();
  span CONSTANT INTERVAL := make_interval(secs => seconds);
  pace FLOAT;
  held TIMESTAMPTZ;
  ramp FLOAT;
  allowed INT;
  busy INT;
  mine INT;
BEGIN
  SELECT share_of(p.factor, p.slowed_at, moment), p.held_until
    INTO pace, held FROM upstream_paces p WHERE p.connection_id = of_connection AND p.lane = of_lane;
  SELECT least(1, 0.1 + 0.9 * greatest(0, extract(epoch FROM moment - b.closed_at)) / 60)
    INTO ramp FROM breakers b
   WHERE b.connection_id = of_connection AND b.kind = 'circuit' AND b.open_since IS NULL AND b.closed_at IS NOT NULL;
  allowed := greatest(1, floor(places * coalesce(pace, 1) * coalesce(ramp, 1)));
  stopped := EXISTS (SELECT FROM breakers b WHERE b.connection_id = of_connection AND b.open_since IS NOT NULL);
  SELECT count(*), count(*) FILTER (WHERE c.user_id = person) INTO busy, mine
    FROM upstream_calls c
   WHERE c.connection_id = of_connection AND c.lane = of_lane AND c.at > moment - span - interval '140 seconds'
     AND coalesce(c.ended_at, c.at + interval '70 seconds') > moment - span;
  IF busy < allowed AND mine < most AND coalesce(held <= moment, true) THEN
    INSERT INTO upstream_calls (connection_id, lane, at, user_id) VALUES (of_connection, of_lane, moment, person)
    RETURNING id INTO call;
  ELSE
    WITH taken AS (
      SELECT coalesce(c.ended_at, c.at + interval '70 seconds') + span AS free_at, c.user_id
        FROM upstream_calls c
       WHERE c.connection_id = of_connection AND c.lane = of_lane AND c.at > moment - span - interval '140 seconds'
         AND coalesce(c.ended_at, c.at + interval '70 seconds') > moment - span)
    SELECT greatest(1, coalesce(ceil(1000 * extract(epoch FROM greatest(held,
             (SELECT least(free_at, moment + CASE WHEN ramp < 1 THEN make_interval(secs => 60.0 / places) ELSE span END) FROM taken
               ORDER BY free_at DESC OFFSET allowed - 1 LIMIT 1),
             (SELECT least(free_at, moment + span) FROM taken WHERE user_id = person
               ORDER BY free_at DESC OFFSET most - 1 LIMIT 1)
           ) - moment)), 1000)) INTO wait_ms;
  END IF;
  RETURN NEXT;
END $$;
