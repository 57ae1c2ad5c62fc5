-- Names that a person looked up on an IBAN before checking it, as keyed hashes; each row lives for a day.
CREATE TABLE "name_lookups" (
    "user_id" UUID NOT NULL,
    "iban_digest" BYTEA NOT NULL,
    "name_digest" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "name_lookups_pkey" PRIMARY KEY ("user_id","iban_digest","name_digest")
);

CREATE INDEX "name_lookups_at_idx" ON "name_lookups"("at");

ALTER TABLE "name_lookups" ADD CONSTRAINT "name_lookups_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
