-- An erasure that a legal hold stopped becomes a task when a hold ends after the last try.
ALTER TABLE "erasures" ADD COLUMN "tried_at" TIMESTAMPTZ(3);
