-- The planner keeps samples of the values of every column, and they outlive the values. What people write is never sampled:
-- nothing is searched by it. What is searched (IBAN, name, reference of a check) is sampled anew after every purge.
-- The change to the same type takes away the samples that are there.
ALTER TABLE verifications ALTER COLUMN matched_name TYPE TEXT, ALTER COLUMN note TYPE TEXT, ALTER COLUMN unrecognised TYPE TEXT, ALTER COLUMN comparison TYPE JSONB, ALTER COLUMN enrichment TYPE JSONB;
ALTER TABLE verifications ALTER COLUMN matched_name SET STATISTICS 0, ALTER COLUMN note SET STATISTICS 0, ALTER COLUMN unrecognised SET STATISTICS 0, ALTER COLUMN comparison SET STATISTICS 0, ALTER COLUMN enrichment SET STATISTICS 0;
ALTER TABLE uploads ALTER COLUMN file_name TYPE TEXT, ALTER COLUMN reading TYPE JSONB;
ALTER TABLE uploads ALTER COLUMN file_name SET STATISTICS 0, ALTER COLUMN reading SET STATISTICS 0;
ALTER TABLE upload_rows ALTER COLUMN name TYPE TEXT, ALTER COLUMN reference TYPE TEXT;
ALTER TABLE upload_rows ALTER COLUMN name SET STATISTICS 0, ALTER COLUMN reference SET STATISTICS 0;
ALTER TABLE decisions ALTER COLUMN note TYPE TEXT, ALTER COLUMN corrected_name TYPE TEXT, ALTER COLUMN call_back TYPE JSONB;
ALTER TABLE decisions ALTER COLUMN note SET STATISTICS 0, ALTER COLUMN corrected_name SET STATISTICS 0, ALTER COLUMN call_back SET STATISTICS 0;
ALTER TABLE review_events ALTER COLUMN note TYPE TEXT;
ALTER TABLE review_events ALTER COLUMN note SET STATISTICS 0;
ALTER TABLE documents ALTER COLUMN file_name TYPE TEXT;
ALTER TABLE documents ALTER COLUMN file_name SET STATISTICS 0;
ALTER TABLE resolutions ALTER COLUMN reason TYPE TEXT, ALTER COLUMN evidence TYPE TEXT;
ALTER TABLE resolutions ALTER COLUMN reason SET STATISTICS 0, ALTER COLUMN evidence SET STATISTICS 0;
ALTER TABLE credit_entries ALTER COLUMN note TYPE TEXT;
ALTER TABLE credit_entries ALTER COLUMN note SET STATISTICS 0;
ALTER TABLE idempotency_keys ALTER COLUMN body TYPE JSONB;
ALTER TABLE idempotency_keys ALTER COLUMN body SET STATISTICS 0;
ALTER TABLE saved_views ALTER COLUMN name TYPE TEXT, ALTER COLUMN filters TYPE JSONB;
ALTER TABLE saved_views ALTER COLUMN name SET STATISTICS 0, ALTER COLUMN filters SET STATISTICS 0;
ALTER TABLE review_rules ALTER COLUMN name TYPE TEXT, ALTER COLUMN reference_pattern TYPE TEXT;
ALTER TABLE review_rules ALTER COLUMN name SET STATISTICS 0, ALTER COLUMN reference_pattern SET STATISTICS 0;
ALTER TABLE legal_holds ALTER COLUMN reason TYPE TEXT;
ALTER TABLE legal_holds ALTER COLUMN reason SET STATISTICS 0;
ALTER TABLE erasures ALTER COLUMN reason TYPE TEXT;
ALTER TABLE erasures ALTER COLUMN reason SET STATISTICS 0;
