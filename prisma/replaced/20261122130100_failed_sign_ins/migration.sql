-- Wrong passwords and codes since the last sign-in or new password: at a hundred the password opens nothing any more.
ALTER TABLE "users" ADD COLUMN "failed_sign_ins" INTEGER NOT NULL DEFAULT 0;
