-- share_of: the only formula for how a slowed-down lane recovers.
-- Used to take a slot and to slow a lane down further.
CREATE OR REPLACE FUNCTION share_of(factor FLOAT, slowed_at TIMESTAMPTZ, moment TIMESTAMPTZ) RETURNS FLOAT LANGUAGE sql IMMUTABLE AS $$
  -- five minutes as it is, then a tenth more every minute; never slowed down is all of it
  SELECT CASE WHEN slowed_at IS NULL THEN 1
              ELSE least(1, factor + greatest(0, extract(epoch FROM moment - slowed_at - interval '5 minutes')) / 600) END;
$$;
