-- People take turns: whose request a place in the shared minute is.

-- AlterTable
ALTER TABLE "upstream_calls" ADD COLUMN "user_id" UUID;

DROP INDEX attempts_checks_claimed;
