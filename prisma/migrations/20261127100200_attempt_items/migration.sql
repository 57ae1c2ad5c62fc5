ALTER TABLE attempts ADD COLUMN items integer;
