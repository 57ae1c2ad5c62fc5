-- AlterEnum
ALTER TYPE "pause_reason" ADD VALUE 'known';

-- CreateEnum
CREATE TYPE "known_choice" AS ENUM ('open', 'taken', 'anew');

-- What was offered after an upload was stored: matches of the last 30 days that its sender may open.
ALTER TABLE "uploads" ADD COLUMN "known_choice" "known_choice",
ADD COLUMN "known_rows" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "known_credits" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "verifications" ADD COLUMN "known_id" UUID;
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_known_id_fkey" FOREIGN KEY ("known_id") REFERENCES "verifications"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Few checks have one.
CREATE INDEX verifications_known ON verifications (upload_id) WHERE known_id IS NOT NULL;

ALTER TABLE uploads ADD CONSTRAINT uploads_known_rows CHECK (
  known_choice IS NULL AND known_rows = 0 AND known_credits = 0
  OR known_choice IS NOT NULL AND known_rows >= known_credits AND known_credits >= 0);

-- Nothing is sent before somebody chose.
CREATE FUNCTION attempts_after_choice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM bulks b JOIN uploads u ON u.id = b.upload_id
              WHERE b.id = NEW.bulk_id AND u.known_choice = 'open') THEN
    RAISE EXCEPTION 'nobody chose yet about the known answers of bulk %', NEW.bulk_id USING ERRCODE = '23514', CONSTRAINT = 'attempts_after_choice';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempts_after_choice BEFORE INSERT ON attempts FOR EACH ROW
  WHEN (NEW.bulk_id IS NOT NULL) EXECUTE FUNCTION attempts_after_choice();
