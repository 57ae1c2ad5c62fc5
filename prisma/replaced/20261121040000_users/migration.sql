-- People: guarded sign-in, single-use links for passwords, sessions that say where they are.

-- An invited person has no password yet.
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" TIMESTAMPTZ(3);
ALTER TABLE "sessions" ADD COLUMN "device" TEXT;

CREATE TABLE "sign_in_failures" (
    "id" UUID NOT NULL,
    "account" BYTEA NOT NULL,
    "address" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "sign_in_failures_account_at_idx" ON "sign_in_failures"("account", "at");
CREATE INDEX "sign_in_failures_at_idx" ON "sign_in_failures"("at");

CREATE TABLE "password_links" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_links_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "password_links_token_hash_key" ON "password_links"("token_hash");
CREATE INDEX "password_links_user_id_idx" ON "password_links"("user_id");
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
