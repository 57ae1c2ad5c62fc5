-- The review desk: rules, decisions taken by a rule, what happened to an item, documents, and an index for every way
-- in which the queue is read.

-- CreateEnum
CREATE TYPE "rule_outcome" AS ENUM ('review', 'priority', 'approve', 'repeat', 'keep_out');
CREATE TYPE "review_policy" AS ENUM ('one', 'two', 'two_to_approve');
CREATE TYPE "review_event_kind" AS ENUM ('claimed', 'taken_over', 'note', 'document');

-- CreateTable
CREATE TABLE "review_rules" (
    "id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "results" "match_result"[] DEFAULT ARRAY[]::"match_result"[],
    "difference_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sources" "verification_source"[] DEFAULT ARRAY[]::"verification_source"[],
    "countries" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "reference_pattern" TEXT,
    "outcome" "rule_outcome" NOT NULL DEFAULT 'review',
    "policy" "review_policy",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "review_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_events" (
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "kind" "review_event_kind" NOT NULL,
    "by_id" UUID NOT NULL,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "documents" (
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "cipher" BYTEA NOT NULL,
    "added_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "reviews"
    ADD COLUMN "source" "verification_source" NOT NULL DEFAULT 'single',
    ADD COLUMN "rank" INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN "policy" "review_policy",
    ADD COLUMN "rule_id" UUID,
    ADD COLUMN "awaits_rule" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "decisions"
    ALTER COLUMN "decided_by_id" DROP NOT NULL,
    ADD COLUMN "rule_id" UUID,
    ADD COLUMN "earlier_id" UUID;

-- DropIndex
DROP INDEX "reviews_environment_state_created_at_idx";
DROP INDEX "reviews_requested_by_id_state_idx";

-- CreateIndex
CREATE INDEX "reviews_environment_state_rank_created_at_id_idx" ON "reviews"("environment", "state", "rank", "created_at", "id");
CREATE INDEX "reviews_requested_by_id_environment_state_rank_created_at_id_idx" ON "reviews"("requested_by_id", "environment", "state", "rank", "created_at", "id");
CREATE INDEX "reviews_upload_id_state_idx" ON "reviews"("upload_id", "state");
CREATE INDEX "review_events_review_id_created_at_idx" ON "review_events"("review_id", "created_at");
CREATE INDEX "documents_review_id_created_at_idx" ON "documents"("review_id", "created_at");
CREATE INDEX "decisions_earlier_id_idx" ON "decisions"("earlier_id");

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "review_rules"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "review_events" ADD CONSTRAINT "review_events_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "documents" ADD CONSTRAINT "documents_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "review_rules"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_earlier_id_fkey" FOREIGN KEY ("earlier_id") REFERENCES "decisions"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- What the schema language cannot say -------------------------------------------------------------------------------

UPDATE reviews r SET source = v.source FROM verifications v WHERE v.id = r.verification_id;

-- Decided items, newest decision first; items that wait for their rule; items somebody holds.
CREATE INDEX reviews_decided ON reviews (environment, decided_at DESC, id DESC) WHERE state IN ('approved', 'rejected');
CREATE INDEX reviews_awaits_rule ON reviews (created_at) WHERE awaits_rule;
CREATE INDEX reviews_claimed ON reviews (claimed_by_id) WHERE claimed_by_id IS NOT NULL;

-- Signs of a redirected payment: the same name or reference with another IBAN.
CREATE INDEX verifications_lower_name ON verifications (lower(name), environment);
CREATE INDEX verifications_reference ON verifications (reference, environment) WHERE reference IS NOT NULL;

-- One order of rules.
CREATE UNIQUE INDEX review_rules_position ON review_rules (position) WHERE deleted_at IS NULL;
-- A rule approves only what is one person's name written differently.
ALTER TABLE review_rules ADD CONSTRAINT review_rules_approve_format CHECK (outcome <> 'approve'
  OR (cardinality(difference_types) > 0 AND difference_types <@ ARRAY['capital_letters', 'punctuation']));

INSERT INTO review_rules (id, position, name, enabled, results, difference_types, outcome) VALUES
  (gen_random_uuid(), 1, 'Letters, spacing and punctuation', false, '{close_match}', '{capital_letters,punctuation}', 'approve'),
  (gen_random_uuid(), 2, 'Close matches', true, '{close_match}', '{}', 'review'),
  (gen_random_uuid(), 3, 'No matches', true, '{no_match}', '{}', 'review'),
  (gen_random_uuid(), 4, 'Not verifiable', true, '{account_not_verifiable}', '{}', 'review');

-- What happened stays as it was written.
CREATE FUNCTION review_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'notes and events of a review are append-only' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER review_events_stay BEFORE UPDATE ON review_events FOR EACH ROW EXECUTE FUNCTION review_events_stay();
CREATE TRIGGER documents_stay BEFORE UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION review_events_stay();

-- A decision is taken by a person or by a rule. A person: a reviewer who may still sign in and did not run the check.
-- A rule: approves a close match that differs only in writing, or repeats what people decided on the same names.
ALTER TABLE decisions ADD CONSTRAINT decisions_by_person_or_rule CHECK (num_nonnulls(decided_by_id, rule_id) = 1);
CREATE OR REPLACE FUNCTION decisions_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE asked uuid; hash text; result match_result; types text[];
BEGIN
  SELECT v.requested_by_id, r.evidence_hash, r.match_result, r.difference_types INTO asked, hash, result, types
    FROM reviews r JOIN verifications v ON v.id = r.verification_id WHERE r.id = NEW.review_id;
  IF NEW.decided_by_id = asked THEN
    RAISE EXCEPTION 'four eyes: the person who ran the check cannot decide it' USING ERRCODE = '23514', CONSTRAINT = 'decisions_four_eyes';
  END IF;
  IF NEW.evidence_hash <> hash THEN
    RAISE EXCEPTION 'the decision was taken on other evidence' USING ERRCODE = '23514', CONSTRAINT = 'decisions_same_evidence';
  END IF;
  IF NEW.decided_by_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM users WHERE id = NEW.decided_by_id AND 'reviewer' = ANY (roles) AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'four eyes: only a reviewer decides' USING ERRCODE = '23514', CONSTRAINT = 'decisions_four_eyes';
  END IF;
  IF NEW.rule_id IS NOT NULL AND NOT (NEW.kind = 'approve' AND result = 'close_match'
     AND (NEW.earlier_id IS NOT NULL
          OR cardinality(types) > 0 AND types <@ ARRAY['capital_letters', 'punctuation'])) THEN
    RAISE EXCEPTION 'a rule cannot decide this' USING ERRCODE = '23514', CONSTRAINT = 'decisions_rule_limits';
  END IF;
  RETURN NEW;
END $$;

-- An item is closed only by the decisions that its policy asks for.
CREATE FUNCTION reviews_closed_by_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted decision_kind; people int; by_rule boolean; asked text;
BEGIN
  wanted := CASE NEW.state WHEN 'approved' THEN 'approve' ELSE 'reject' END;
  SELECT count(DISTINCT decided_by_id), coalesce(bool_or(rule_id IS NOT NULL), false) INTO people, by_rule
    FROM decisions WHERE review_id = NEW.id AND kind = wanted AND undone_at IS NULL;
  SELECT coalesce(NEW.policy::text, (SELECT value #>> '{}' FROM settings WHERE key = 'reviews.policy'), 'two_to_approve') INTO asked;
  IF by_rule OR people >= 2 OR people = 1 AND (asked = 'one' OR asked = 'two_to_approve' AND wanted = 'reject') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'four eyes: % decisions close this item under the policy %', people, asked
    USING ERRCODE = '23514', CONSTRAINT = 'decisions_four_eyes';
END $$;
CREATE TRIGGER reviews_closed_by_decisions AFTER INSERT OR UPDATE OF state ON reviews FOR EACH ROW
  WHEN (NEW.state IN ('approved', 'rejected')) EXECUTE FUNCTION reviews_closed_by_decisions();

-- Who signs out holds nothing any more.
CREATE FUNCTION sessions_end_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviews SET claimed_by_id = NULL, claimed_until = NULL
   WHERE claimed_by_id = NEW.user_id
     AND NOT EXISTS (SELECT FROM sessions WHERE user_id = NEW.user_id AND revoked_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_end_claims AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL) EXECUTE FUNCTION sessions_end_claims();
