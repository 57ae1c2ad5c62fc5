-- Evidence: a head of the audit chain that only the holder of the key can write, saved views of the history, and an
-- index for every way in which the history is searched.

ALTER TABLE "audit_head" ADD COLUMN "mac" BYTEA;

CREATE TABLE "saved_views" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "filters" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "saved_views_owner_id_name_key" ON "saved_views"("owner_id", "name");

-- An IBAN is searched by how it begins and by how it ends; a trigram index serves neither well.
DROP INDEX verifications_iban_trgm;
CREATE INDEX verifications_iban_start ON verifications (iban text_pattern_ops);
CREATE INDEX verifications_iban_end ON verifications (reverse(iban) text_pattern_ops);

-- Newest first within one result, one status, one country, one bank.
CREATE INDEX verifications_by_result ON verifications (environment, match_result, created_at DESC, id DESC)
  WHERE match_result <> 'match';
CREATE INDEX verifications_by_status ON verifications (environment, status, created_at DESC, id DESC)
  WHERE status <> 'completed';
CREATE INDEX verifications_by_country ON verifications (environment, country, created_at DESC, id DESC);
CREATE INDEX verifications_by_bank ON verifications (bank_code, environment, created_at DESC, id DESC)
  WHERE bank_code IS NOT NULL;
