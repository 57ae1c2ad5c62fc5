-- What missing credits stop depends on the size of a request: cheaper ones than the one that was refused may try.
ALTER TABLE "breakers"
  ADD COLUMN "refused_size" INTEGER,
  ADD COLUMN "taken_size" INTEGER,
  ADD COLUMN "bulk_id" UUID,
  ADD COLUMN "probe_call" BIGINT;
-- of what stands open already the size is not known: it goes on stopping every request
UPDATE breakers SET refused_size = 1 WHERE kind = 'credits' AND open_since IS NOT NULL;
