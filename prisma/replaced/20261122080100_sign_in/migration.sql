-- How a session began and when its person last proved who they are; people from single sign-on; addresses an admin typed.
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "method" TEXT NOT NULL DEFAULT 'password';

ALTER TABLE "connections" ADD COLUMN "address_typed" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "identities" (
    "id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "identities_issuer_subject_key" ON "identities"("issuer", "subject");
CREATE INDEX "identities_user_id_idx" ON "identities"("user_id");
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
