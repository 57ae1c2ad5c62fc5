-- An upload is compared with its file before anything of it is sent. A new value cannot be used where it is added: the
-- rest is in the next migration.
ALTER TYPE "upload_state" ADD VALUE 'comparing' BEFORE 'waiting';
