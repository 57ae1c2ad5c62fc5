-- “Name contains” on the page History, and an erasure or a hold by name: the three-letter parts of the folded names (pg_trgm).
CREATE INDEX verifications_name_search ON verifications USING gin (name_search gin_trgm_ops);
DROP INDEX verifications_name_parts;
DROP FUNCTION name_parts(text);
DROP FUNCTION name_query(text);
