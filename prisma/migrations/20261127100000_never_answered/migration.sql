ALTER TABLE closed_books ADD COLUMN never_answered integer NOT NULL DEFAULT 0;
