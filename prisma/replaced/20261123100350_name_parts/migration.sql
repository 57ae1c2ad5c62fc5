-- A name is found by its parts of up to eight letters, one for every letter that a part may begin at (decision 22): a surname
-- is in about as many lists as it has hits, however many checks there are, where its three-letter parts are in most lists.

CREATE FUNCTION name_parts(name text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  -- dearer than looking for the text itself, so that a row is first asked that; no dearer, because few rows are asked more
  COST 2 AS $$
DECLARE parts text[] := '{}';
BEGIN
  FOR start IN 1 .. length(name) LOOP
    parts := parts || substr(name, start, 8);
  END LOOP;
  RETURN array_to_tsvector(parts);
END $$;

-- What every name that holds this piece has among its parts: one that begins so. Of a longer piece these are its first and
-- its last eight letters, and what is found still has to be looked at.
CREATE FUNCTION name_query(piece text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF length(piece) > 8 THEN
    RETURN name_query(left(piece, 8)) && name_query(right(piece, 8));
  END IF;
  RETURN ('''' || replace(replace(piece, '\', '\\'), '''', '''''') || CASE WHEN length(piece) = 8 THEN '''' ELSE ''':*' END)::tsquery;
END $$;

CREATE INDEX verifications_name_parts ON verifications USING gin (name_parts(name_search));
DROP INDEX verifications_name_search_trgm;
-- how common a part is, the planner samples with the index
ALTER TABLE verifications ALTER COLUMN name_search SET STATISTICS -1;
