-- CreateEnum
CREATE TYPE "role" AS ENUM ('analyst', 'reviewer', 'admin');

-- CreateEnum
CREATE TYPE "environment" AS ENUM ('live', 'sandbox');

-- CreateEnum
CREATE TYPE "verification_status" AS ENUM ('pending', 'completed', 'failed', 'rejected', 'unknown', 'not_sent');

-- CreateEnum
CREATE TYPE "match_result" AS ENUM ('match', 'close_match', 'no_match', 'account_not_verifiable');

-- CreateEnum
CREATE TYPE "verification_source" AS ENUM ('single', 'bulk', 'api');

-- CreateEnum
CREATE TYPE "attempt_state" AS ENUM ('ready', 'sending', 'accepted', 'rejected', 'not_sent', 'unknown', 'attached', 'not_billed', 'written_off');

-- CreateEnum
CREATE TYPE "upload_state" AS ENUM ('waiting', 'processing', 'paused', 'completed', 'stopped');

-- CreateEnum
CREATE TYPE "pause_reason" AS ENUM ('user', 'credits', 'credentials', 'unknown');

-- CreateEnum
CREATE TYPE "bulk_state" AS ENUM ('waiting', 'sending', 'accepted', 'processing', 'completed', 'rejected', 'unknown', 'stopped');

-- CreateEnum
CREATE TYPE "review_state" AS ENUM ('todo', 'second_approval', 'escalated', 'approved', 'rejected', 'superseded');

-- CreateEnum
CREATE TYPE "decision_kind" AS ENUM ('approve', 'reject', 'escalate', 'undo', 'reopen');

-- CreateEnum
CREATE TYPE "upstream_lane" AS ENUM ('single_post', 'single_get', 'bulk', 'token');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "roles" "role"[],
    "time_zone" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "sid_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "user_id" UUID NOT NULL,
    "key" UUID NOT NULL,
    "route" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER,
    "body" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "connections" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_cipher" BYTEA NOT NULL,
    "secret_last4" TEXT NOT NULL,
    "secret_set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "secret_set_by_id" UUID,
    "previous_secret_cipher" BYTEA,
    "previous_secret_until" TIMESTAMPTZ(3),
    "active" BOOLEAN NOT NULL DEFAULT true,
    "bulk_size" INTEGER NOT NULL DEFAULT 2000,
    "token_cipher" BYTEA,
    "token_until" TIMESTAMPTZ(3),
    "token_requested_at" TIMESTAMPTZ(3),
    "last_test_at" TIMESTAMPTZ(3),
    "last_test_result" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upstream_calls" (
    "id" BIGSERIAL NOT NULL,
    "connection_id" UUID NOT NULL,
    "lane" "upstream_lane" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upstream_calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" UUID NOT NULL,
    "environment" "environment" NOT NULL,
    "source" "verification_source" NOT NULL,
    "iban" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_search" TEXT NOT NULL,
    "country" CHAR(2) NOT NULL,
    "bank_code" TEXT,
    "bank_name" TEXT,
    "reference" TEXT,
    "purpose" TEXT,
    "note" TEXT,
    "sandbox_result" TEXT,
    "status" "verification_status" NOT NULL DEFAULT 'pending',
    "match_result" "match_result",
    "matched_name" TEXT,
    "status_reason" TEXT,
    "unrecognised" TEXT,
    "enrichment" JSONB,
    "raw_cipher" BYTEA,
    "upstream_id" TEXT,
    "comparison" JSONB,
    "evidence_hash" TEXT,
    "problem_code" TEXT,
    "connection_id" UUID,
    "requested_by_id" UUID NOT NULL,
    "previous_id" UUID,
    "upload_id" UUID,
    "bulk_id" UUID,
    "item_index" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempts" (
    "id" UUID NOT NULL,
    "verification_id" UUID,
    "bulk_id" UUID,
    "connection_id" UUID,
    "number" INTEGER NOT NULL DEFAULT 1,
    "state" "attempt_state" NOT NULL DEFAULT 'ready',
    "claimed_at" TIMESTAMPTZ(3),
    "send_deadline" TIMESTAMPTZ(3),
    "owner" TEXT,
    "payload_sha256" TEXT,
    "http_status" INTEGER,
    "upstream_code" TEXT,
    "error_class" TEXT,
    "upstream_id" TEXT,
    "latency_ms" INTEGER,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "uploads" (
    "id" UUID NOT NULL,
    "environment" "environment" NOT NULL DEFAULT 'live',
    "file_name" TEXT NOT NULL,
    "file_hash" TEXT NOT NULL,
    "reading" JSONB NOT NULL,
    "file_rows" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "not_sent" INTEGER NOT NULL,
    "state" "upload_state" NOT NULL DEFAULT 'waiting',
    "pause_reason" "pause_reason",
    "version" BIGINT NOT NULL DEFAULT 1,
    "connection_id" UUID,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "count_match" INTEGER NOT NULL DEFAULT 0,
    "count_close_match" INTEGER NOT NULL DEFAULT 0,
    "count_no_match" INTEGER NOT NULL DEFAULT 0,
    "count_account_not_verifiable" INTEGER NOT NULL DEFAULT 0,
    "count_failed" INTEGER NOT NULL DEFAULT 0,
    "count_rejected" INTEGER NOT NULL DEFAULT 0,
    "count_unknown" INTEGER NOT NULL DEFAULT 0,
    "count_waiting" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_originals" (
    "upload_id" UUID NOT NULL,
    "cipher" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "upload_originals_pkey" PRIMARY KEY ("upload_id")
);

-- CreateTable
CREATE TABLE "upload_rows" (
    "upload_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "verification_id" UUID,
    "name" TEXT,
    "reference" TEXT,
    "not_sent_code" TEXT,

    CONSTRAINT "upload_rows_pkey" PRIMARY KEY ("upload_id","number")
);

-- CreateTable
CREATE TABLE "bulks" (
    "id" UUID NOT NULL,
    "upload_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "state" "bulk_state" NOT NULL DEFAULT 'waiting',
    "connection_id" UUID,
    "upstream_id" TEXT,
    "reported" JSONB,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "withheld" TEXT,
    "accepted_at" TIMESTAMPTZ(3),
    "last_movement_at" TIMESTAMPTZ(3),
    "next_poll_at" TIMESTAMPTZ(3),
    "poll_count" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL,
    "verification_id" UUID NOT NULL,
    "environment" "environment" NOT NULL,
    "state" "review_state" NOT NULL DEFAULT 'todo',
    "match_result" "match_result" NOT NULL,
    "difference_types" TEXT[],
    "upload_id" UUID,
    "requested_by_id" UUID NOT NULL,
    "evidence_hash" TEXT NOT NULL,
    "claimed_by_id" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "decisions" (
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "kind" "decision_kind" NOT NULL,
    "reason" TEXT,
    "note" TEXT,
    "decided_by_id" UUID NOT NULL,
    "evidence_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "attempt_id" UUID,
    "user_id" UUID,
    "note" TEXT,

    CONSTRAINT "credit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" UUID,
    "actor_kind" TEXT NOT NULL,
    "actor_roles" "role"[],
    "action" TEXT NOT NULL,
    "object_type" TEXT,
    "object_id" TEXT,
    "request_id" TEXT,
    "address" TEXT,
    "details" JSONB NOT NULL,
    "prev_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_sid_hash_key" ON "sessions"("sid_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "upstream_calls_connection_id_lane_at_idx" ON "upstream_calls"("connection_id", "lane", "at");

-- CreateIndex
CREATE INDEX "verifications_environment_created_at_id_idx" ON "verifications"("environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "verifications_requested_by_id_environment_created_at_idx" ON "verifications"("requested_by_id", "environment", "created_at" DESC);

-- CreateIndex
CREATE INDEX "verifications_iban_created_at_idx" ON "verifications"("iban", "created_at" DESC);

-- CreateIndex
CREATE INDEX "verifications_upload_id_idx" ON "verifications"("upload_id");

-- CreateIndex
CREATE INDEX "verifications_upstream_id_idx" ON "verifications"("upstream_id");

-- CreateIndex
CREATE INDEX "verifications_previous_id_idx" ON "verifications"("previous_id");

-- CreateIndex
CREATE UNIQUE INDEX "verifications_bulk_id_item_index_key" ON "verifications"("bulk_id", "item_index");

-- CreateIndex
CREATE INDEX "attempts_verification_id_idx" ON "attempts"("verification_id");

-- CreateIndex
CREATE INDEX "attempts_bulk_id_idx" ON "attempts"("bulk_id");

-- CreateIndex
CREATE INDEX "uploads_created_by_id_created_at_idx" ON "uploads"("created_by_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "uploads_created_at_idx" ON "uploads"("created_at" DESC);

-- CreateIndex
CREATE INDEX "uploads_file_hash_idx" ON "uploads"("file_hash");

-- CreateIndex
CREATE INDEX "upload_rows_verification_id_idx" ON "upload_rows"("verification_id");

-- CreateIndex
CREATE UNIQUE INDEX "bulks_upstream_id_key" ON "bulks"("upstream_id");

-- CreateIndex
CREATE INDEX "bulks_state_next_poll_at_idx" ON "bulks"("state", "next_poll_at");

-- CreateIndex
CREATE UNIQUE INDEX "bulks_upload_id_number_key" ON "bulks"("upload_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "reviews_verification_id_key" ON "reviews"("verification_id");

-- CreateIndex
CREATE INDEX "reviews_environment_state_created_at_idx" ON "reviews"("environment", "state", "created_at");

-- CreateIndex
CREATE INDEX "reviews_requested_by_id_state_idx" ON "reviews"("requested_by_id", "state");

-- CreateIndex
CREATE INDEX "decisions_review_id_created_at_idx" ON "decisions"("review_id", "created_at");

-- CreateIndex
CREATE INDEX "decisions_decided_by_id_created_at_idx" ON "decisions"("decided_by_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "credit_entries_attempt_id_key" ON "credit_entries"("attempt_id");

-- CreateIndex
CREATE INDEX "credit_entries_at_idx" ON "credit_entries"("at");

-- CreateIndex
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_object_type_object_id_idx" ON "audit_entries"("object_type", "object_id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_id_at_idx" ON "audit_entries"("actor_id", "at" DESC);

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_previous_id_fkey" FOREIGN KEY ("previous_id") REFERENCES "verifications"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_bulk_id_fkey" FOREIGN KEY ("bulk_id") REFERENCES "bulks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_bulk_id_fkey" FOREIGN KEY ("bulk_id") REFERENCES "bulks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_originals" ADD CONSTRAINT "upload_originals_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_rows" ADD CONSTRAINT "upload_rows_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_rows" ADD CONSTRAINT "upload_rows_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulks" ADD CONSTRAINT "bulks_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What the schema language cannot say -------------------------------------------------------------------------------

-- Search by a part of a name or of an IBAN.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX verifications_name_search_trgm ON verifications USING gin (name_search gin_trgm_ops);
CREATE INDEX verifications_iban_trgm ON verifications USING gin (iban gin_trgm_ops);

-- One active connection.
CREATE UNIQUE INDEX connections_one_active ON connections ((true)) WHERE active;

-- An attempt belongs to one verification or one bulk, and only one may be live: nothing is sent twice by the program.
ALTER TABLE attempts ADD CONSTRAINT attempts_one_subject CHECK (num_nonnulls(verification_id, bulk_id) = 1);
CREATE UNIQUE INDEX attempts_one_live_per_verification ON attempts (verification_id)
  WHERE state IN ('ready', 'sending', 'accepted', 'unknown', 'attached');
CREATE UNIQUE INDEX attempts_one_live_per_bulk ON attempts (bulk_id)
  WHERE state IN ('ready', 'sending', 'accepted', 'unknown', 'attached');
CREATE INDEX attempts_sending ON attempts (send_deadline) WHERE state = 'sending';

-- Attempts are never set back to ready or sending.
CREATE FUNCTION attempts_never_rearmed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'ready' AND OLD.state <> 'ready'
     OR NEW.state = 'sending' AND OLD.state NOT IN ('ready', 'sending') THEN
    RAISE EXCEPTION 'attempt % is never re-armed (% to %)', OLD.id, OLD.state, NEW.state USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempts_never_rearmed BEFORE UPDATE OF state ON attempts FOR EACH ROW EXECUTE FUNCTION attempts_never_rearmed();

-- A terminal answer never changes; only pending and unknown may move. A check definitely refused stays refused.
CREATE FUNCTION verifications_terminal_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status NOT IN ('pending', 'unknown')
     AND (NEW.status, NEW.match_result, NEW.matched_name, NEW.status_reason)
         IS DISTINCT FROM (OLD.status, OLD.match_result, OLD.matched_name, OLD.status_reason) THEN
    RAISE EXCEPTION 'verification % has its final answer', OLD.id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER verifications_terminal_stays BEFORE UPDATE ON verifications FOR EACH ROW EXECUTE FUNCTION verifications_terminal_stays();

-- A match result exists only on a completed check; the bank's name only on a close match.
ALTER TABLE verifications ADD CONSTRAINT verifications_result_when_completed
  CHECK ((status = 'completed') = (match_result IS NOT NULL));
ALTER TABLE verifications ADD CONSTRAINT verifications_matched_name_on_close_match
  CHECK (matched_name IS NULL OR match_result = 'close_match');
ALTER TABLE verifications ADD CONSTRAINT verifications_sandbox_result_in_sandbox
  CHECK (sandbox_result IS NULL OR environment = 'sandbox');

-- The counts of an upload add up at every moment.
ALTER TABLE uploads ADD CONSTRAINT uploads_counts_add_up CHECK (
  total = count_match + count_close_match + count_no_match + count_account_not_verifiable
        + count_failed + count_rejected + count_unknown + count_waiting
  AND least(count_match, count_close_match, count_no_match, count_account_not_verifiable,
            count_failed, count_rejected, count_unknown, count_waiting) >= 0);
ALTER TABLE uploads ADD CONSTRAINT uploads_rows_add_up CHECK (file_rows = total + not_sent);
ALTER TABLE upload_rows ADD CONSTRAINT upload_rows_kept_or_not_sent CHECK (verification_id IS NOT NULL OR not_sent_code IS NOT NULL);

-- Four eyes: who ran the check never decides it; one person gives only one of two approvals.
CREATE FUNCTION decisions_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE asked uuid; hash text;
BEGIN
  SELECT v.requested_by_id, r.evidence_hash INTO asked, hash
    FROM reviews r JOIN verifications v ON v.id = r.verification_id WHERE r.id = NEW.review_id;
  IF NEW.decided_by_id = asked THEN
    RAISE EXCEPTION 'four eyes: the person who ran the check cannot decide it' USING ERRCODE = '23514', CONSTRAINT = 'decisions_four_eyes';
  END IF;
  IF NEW.evidence_hash <> hash THEN
    RAISE EXCEPTION 'the decision was taken on other evidence' USING ERRCODE = '23514', CONSTRAINT = 'decisions_same_evidence';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER decisions_four_eyes BEFORE INSERT ON decisions FOR EACH ROW EXECUTE FUNCTION decisions_four_eyes();
CREATE UNIQUE INDEX decisions_one_per_person ON decisions (review_id, decided_by_id)
  WHERE undone_at IS NULL AND kind IN ('approve', 'reject');

-- Audit: append only.
CREATE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_append_only();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only();
INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '\x00');
ALTER TABLE audit_head ADD CONSTRAINT audit_head_single CHECK (id = 1);
