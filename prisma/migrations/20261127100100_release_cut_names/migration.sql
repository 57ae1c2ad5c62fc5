-- Null: the release was made before it was recorded.
ALTER TABLE payment_releases ADD COLUMN cut_names integer;
