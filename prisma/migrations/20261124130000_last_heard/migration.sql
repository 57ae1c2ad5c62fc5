-- When the provider last answered with this connection, and when it last did not; written once a minute at most.
ALTER TABLE "connections"
  ADD COLUMN "last_answer_at" TIMESTAMPTZ(3),
  ADD COLUMN "last_failure_at" TIMESTAMPTZ(3),
  ADD COLUMN "last_failure_code" TEXT;
