-- take_sign_in_turn: concurrent guesses never exceed the limit of sign-ins.
-- Takes the turn to try a password or a code of an account, or returns until when there is none. Counting and inserting
-- happen under one lock for all strangers (another one for each other guesser), which is held within this statement
-- only, never during network or disk waits.
-- calm, crowded: seconds of delay after the n-th failure in a row, the last one for all that follow. crowded applies
-- while strangers make at least all_limit guesses a minute, over all accounts.
CREATE OR REPLACE FUNCTION take_sign_in_turn(turn UUID, who BYTEA, asker TEXT, network TEXT, calm INT[], crowded INT[],
                                  network_limit INT, all_limit INT, memory_seconds INT)
RETURNS TABLE (locked_until TIMESTAMPTZ, under_way BOOLEAN) LANGUAGE plpgsql AS $$
DECLARE
    own RECORD;
    recent RECORD;
    rests INT[] := calm;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM pg_advisory_xact_lock(hashtextextended(coalesce(encode(who, 'hex') || asker, 'strangers'), 61));
    SELECT count(*)::INT AS failures, max(f.at) AS last,
           count(*) FILTER (WHERE NOT f.settled AND f.at > clock_timestamp() - interval '10 seconds') > 0 AS trying
      INTO own FROM sign_in_failures f
     WHERE f.account = who AND f.guesser IS NOT DISTINCT FROM asker
       AND f.at > clock_timestamp() - make_interval(secs => memory_seconds);
    under_way := own.trying;
    IF asker IS NULL THEN
        SELECT count(*)::INT AS everywhere, (count(*) FILTER (WHERE f.address = network))::INT AS here,
               min(f.at) FILTER (WHERE f.address = network) AS since
          INTO recent FROM sign_in_failures f
         WHERE f.guesser IS NULL AND f.at > clock_timestamp() - interval '1 minute';
        IF recent.everywhere >= all_limit THEN rests := crowded; END IF;
        IF recent.here >= network_limit THEN locked_until := recent.since + interval '1 minute'; END IF;
    END IF;
    locked_until := greatest(locked_until,
        own.last + make_interval(secs => rests[least(own.failures, cardinality(rests))]));
    IF locked_until > clock_timestamp() THEN
        RETURN NEXT;
        RETURN;
    END IF;
    INSERT INTO sign_in_failures (id, account, address, guesser, at)
    VALUES (turn, who, network, asker, clock_timestamp());
    locked_until := NULL;
    RETURN NEXT;
END $$;
