-- What an upload is called, and which earlier one it corrects or tries again, were members of `reading`, which says how the
-- file was read. A link leads to an upload that is there.
ALTER TABLE uploads ADD COLUMN title TEXT, ADD COLUMN completes_id UUID, ADD COLUMN retries_id UUID;

UPDATE uploads SET title = reading ->> 'title' WHERE reading ? 'title';
UPDATE uploads u SET completes_id = c.id FROM uploads c WHERE c.id::text = lower(u.reading ->> 'completes');
UPDATE uploads u SET retries_id = r.id FROM uploads r WHERE r.id::text = lower(u.reading ->> 'retries');
UPDATE uploads SET reading = reading - '{title,completes,retries}'::text[]
 WHERE reading ?| '{title,completes,retries}'::text[];

ALTER TABLE uploads
  ADD CONSTRAINT uploads_completes_id_fkey FOREIGN KEY (completes_id) REFERENCES uploads (id) ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT uploads_retries_id_fkey FOREIGN KEY (retries_id) REFERENCES uploads (id) ON DELETE SET NULL ON UPDATE CASCADE;
