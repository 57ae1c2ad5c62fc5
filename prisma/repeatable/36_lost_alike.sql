-- lost_alike: whether the provider's ID of another batch could be taken for the ID of this lost one.
-- The provider tells only size and time. The times of sending overlap, with five minutes for two clocks. `items` is the
-- size that was sent, where the batch was sent again with fewer rows.
CREATE OR REPLACE FUNCTION lost_alike(lost_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM attempts lost
      JOIN bulks own ON own.id = lost.bulk_id
      JOIN bulks others ON others.id <> own.id
      JOIN attempts other ON other.bulk_id = others.id
                         AND coalesce(other.items, others.size) = coalesce(lost.items, own.size)
     WHERE lost.id = lost_id AND lost.upstream_id IS NULL
       AND other.upstream_id IS NULL AND other.state IN ('sending', 'unknown', 'not_billed', 'written_off')
       AND other.claimed_at <= lost.send_deadline + interval '5 minutes'
       AND other.send_deadline >= lost.claimed_at - interval '5 minutes');
$$;
