-- Doubt and restraint: what people decide about lost answers, when the program stops calling the provider, who is next.

-- CreateEnum
CREATE TYPE "resolution_kind" AS ENUM ('attached', 'not_billed', 'written_off');
CREATE TYPE "breaker_kind" AS ENUM ('credits', 'circuit');

-- AlterEnum
ALTER TYPE "upstream_lane" ADD VALUE 'enrichment';

-- AlterTable
ALTER TABLE "attempts" ADD COLUMN "due_at" TIMESTAMPTZ(3);
ALTER TABLE "upstream_calls" ADD COLUMN "ended_at" TIMESTAMPTZ(3), ADD COLUMN "failed" BOOLEAN;
ALTER TABLE "connections" ADD COLUMN "enrichment_reads" TEXT, ADD COLUMN "enrichment_probed_at" TIMESTAMPTZ(3);
ALTER TABLE "verifications" ADD COLUMN "enrichment_asked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "resolutions" (
    "id" UUID NOT NULL,
    "attempt_id" UUID NOT NULL,
    "kind" "resolution_kind" NOT NULL,
    "upstream_id" TEXT,
    "reason" TEXT,
    "evidence" TEXT,
    "proposed_by_id" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_by_id" UUID,
    "confirmed_at" TIMESTAMPTZ(3),
    "withdrawn_by_id" UUID,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "resolutions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "breakers" (
    "connection_id" UUID NOT NULL,
    "kind" "breaker_kind" NOT NULL,
    "code" TEXT,
    "open_since" TIMESTAMPTZ(3),
    "probe_from" TIMESTAMPTZ(3),
    "probe_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "retries" DOUBLE PRECISION NOT NULL DEFAULT 10,

    CONSTRAINT "breakers_pkey" PRIMARY KEY ("connection_id","kind")
);

-- CreateTable
CREATE TABLE "upstream_paces" (
    "connection_id" UUID NOT NULL,
    "lane" "upstream_lane" NOT NULL,
    "factor" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "slowed_at" TIMESTAMPTZ(3),
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "upstream_paces_pkey" PRIMARY KEY ("connection_id","lane")
);

-- CreateIndex
CREATE INDEX "resolutions_attempt_id_idx" ON "resolutions"("attempt_id");

-- AddForeignKey
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "attempts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_proposed_by_id_fkey" FOREIGN KEY ("proposed_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_confirmed_by_id_fkey" FOREIGN KEY ("confirmed_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What the schema language cannot say -------------------------------------------------------------------------------

-- Who is next: waiting checks, and what each person had sent lately.
CREATE INDEX attempts_waiting_checks ON attempts (created_at) WHERE state = 'ready' AND verification_id IS NOT NULL;
CREATE INDEX attempts_checks_claimed ON attempts (claimed_at) WHERE verification_id IS NOT NULL;
CREATE INDEX attempts_in_doubt ON attempts (created_at) WHERE state = 'unknown';

-- French answers of bulks that nobody has asked the bank's BIC and name for yet.
CREATE INDEX verifications_enrichment_wanted ON verifications (connection_id, answered_at)
  WHERE source = 'bulk' AND country = 'FR' AND status = 'completed' AND enrichment IS NULL
    AND enrichment_asked_at IS NULL AND upstream_id IS NOT NULL;

-- One decision stands for an attempt; declaring it not billed takes a reason, its proof and a second person.
CREATE UNIQUE INDEX resolutions_one_per_attempt ON resolutions (attempt_id) WHERE withdrawn_at IS NULL;
ALTER TABLE resolutions ADD CONSTRAINT resolutions_two_people CHECK (confirmed_by_id IS NULL OR confirmed_by_id <> proposed_by_id);
ALTER TABLE resolutions ADD CONSTRAINT resolutions_confirmed_when CHECK ((confirmed_by_id IS NULL) = (confirmed_at IS NULL));
ALTER TABLE resolutions ADD CONSTRAINT resolutions_withdrawn_when CHECK (withdrawn_by_id IS NULL OR withdrawn_at IS NOT NULL);
ALTER TABLE resolutions ADD CONSTRAINT resolutions_say_why CHECK (CASE kind
  WHEN 'attached' THEN upstream_id IS NOT NULL
  WHEN 'not_billed' THEN length(reason) > 0 AND length(evidence) > 0
  ELSE length(reason) > 0 END);

CREATE FUNCTION resolutions_stand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.confirmed_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL
     OR (NEW.id, NEW.attempt_id, NEW.kind, NEW.upstream_id, NEW.reason, NEW.evidence, NEW.proposed_by_id, NEW.proposed_at)
        IS DISTINCT FROM
        (OLD.id, OLD.attempt_id, OLD.kind, OLD.upstream_id, OLD.reason, OLD.evidence, OLD.proposed_by_id, OLD.proposed_at) THEN
    RAISE EXCEPTION 'a decision about a lost answer is not rewritten' USING ERRCODE = '23514', CONSTRAINT = 'resolutions_stand';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER resolutions_stand BEFORE UPDATE OR DELETE ON resolutions FOR EACH ROW EXECUTE FUNCTION resolutions_stand();

-- An attempt is resolved by people only: out of doubt, with a decision that stands, and what was resolved stays so.
CREATE FUNCTION attempts_resolved_by_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('attached', 'not_billed', 'written_off') THEN
    RAISE EXCEPTION 'attempt % was resolved by a person', OLD.id USING ERRCODE = '23514', CONSTRAINT = 'attempts_resolved_by_people';
  END IF;
  IF NEW.state NOT IN ('attached', 'not_billed', 'written_off') THEN RETURN NEW; END IF;
  IF OLD.state <> 'unknown' OR NOT EXISTS (
       SELECT FROM resolutions r
        WHERE r.attempt_id = NEW.id AND r.withdrawn_at IS NULL AND r.kind::text = NEW.state::text
          AND (r.kind <> 'not_billed' OR r.confirmed_by_id IS NOT NULL)) THEN
    RAISE EXCEPTION 'attempt % is resolved without the decision it needs', OLD.id USING ERRCODE = '23514', CONSTRAINT = 'attempts_resolved_by_people';
  END IF;
  IF NEW.state = 'not_billed' AND (NEW.send_deadline IS NULL OR clock_timestamp() < NEW.send_deadline + interval '60 seconds') THEN
    RAISE EXCEPTION 'attempt % may still be on its way', OLD.id USING ERRCODE = '23514', CONSTRAINT = 'attempts_too_early';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempts_resolved_by_people BEFORE UPDATE OF state ON attempts
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION attempts_resolved_by_people();
