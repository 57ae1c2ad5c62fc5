-- The history of millions of checks: a person's checks in the order of the list, an honest estimate of how common a name
-- is, and the outcomes of a day without counting its checks again.

-- DropIndex
DROP INDEX "verifications_requested_by_id_environment_created_at_idx";

-- CreateIndex
CREATE INDEX "verifications_requested_by_id_environment_created_at_id_idx" ON "verifications"("requested_by_id", "environment", "created_at" DESC, "id" DESC);

-- CreateTable
CREATE TABLE "calendar" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "time_zone" TEXT NOT NULL,

    CONSTRAINT "calendar_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "outcome_counts" (
    "id" BIGSERIAL NOT NULL,
    "environment" "environment" NOT NULL,
    "day" TEXT NOT NULL,
    "requested_by_id" UUID NOT NULL,
    "status" "verification_status" NOT NULL,
    "match_result" "match_result",
    "count" INTEGER NOT NULL,
    "folded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "outcome_counts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outcome_counts_environment_day_idx" ON "outcome_counts"("environment", "day");


-- What the schema language cannot say -------------------------------------------------------------------------------

-- A common name is found by walking from the newest, a rare one by its trigrams: which it is, the planner reads from a
-- sample, and the usual hundred names say nothing about one in a thousand.
ALTER TABLE verifications ALTER COLUMN name_search SET STATISTICS 1000;

-- Which days are meant: TIME_ZONE, written here by the worker.
ALTER TABLE calendar ADD CONSTRAINT calendar_one CHECK (id = 1);
INSERT INTO calendar (time_zone) VALUES ('UTC');

-- Counts are differences: every statement adds what it changed, so that nobody waits for anybody; the worker folds them.
CREATE INDEX outcome_counts_unfolded ON outcome_counts (id) WHERE NOT folded;

CREATE FUNCTION outcome_counts_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE zone text := (SELECT time_zone FROM calendar);
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outcome_counts (environment, day, requested_by_id, status, match_result, count)
    SELECT environment, (created_at AT TIME ZONE zone)::date::text, requested_by_id, status, match_result, count(*)
      FROM new_rows GROUP BY 1, 2, 3, 4, 5;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO outcome_counts (environment, day, requested_by_id, status, match_result, count)
    SELECT environment, (created_at AT TIME ZONE zone)::date::text, requested_by_id, status, match_result, -count(*)
      FROM old_rows GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO outcome_counts (environment, day, requested_by_id, status, match_result, count)
    SELECT environment, (created_at AT TIME ZONE zone)::date::text, requested_by_id, status, match_result, sum(n)
      FROM (SELECT environment, created_at, requested_by_id, status, match_result, 1 AS n FROM new_rows
            UNION ALL SELECT environment, created_at, requested_by_id, status, match_result, -1 FROM old_rows) changes
     GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER outcome_counts_insert AFTER INSERT ON verifications REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION outcome_counts_kept();
CREATE TRIGGER outcome_counts_update AFTER UPDATE ON verifications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION outcome_counts_kept();
CREATE TRIGGER outcome_counts_delete AFTER DELETE ON verifications REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION outcome_counts_kept();

-- Counts everything again, for the days of another time zone.
CREATE FUNCTION outcome_counts_recount(zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE verifications IN SHARE ROW EXCLUSIVE MODE;
  UPDATE calendar SET time_zone = zone;
  DELETE FROM outcome_counts;
  INSERT INTO outcome_counts (environment, day, requested_by_id, status, match_result, count, folded)
  SELECT environment, (created_at AT TIME ZONE zone)::date::text, requested_by_id, status, match_result, count(*), true
    FROM verifications GROUP BY 1, 2, 3, 4, 5;
END $$;
SELECT outcome_counts_recount('UTC');
