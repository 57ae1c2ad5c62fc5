-- The secret of a new app that replaces the confirmed one once its first code is given.
ALTER TABLE second_factors ADD COLUMN next_cipher bytea;
