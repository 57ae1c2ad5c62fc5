-- Null: the release was made before they were recorded.
ALTER TABLE payment_releases ADD COLUMN policy jsonb;
ALTER TABLE payment_releases ADD COLUMN name_cap integer;
