-- AlterEnum
ALTER TYPE "pause_reason" ADD VALUE 'approval';

-- CreateTable
CREATE TABLE "upload_approvals" (
    "upload_id" UUID NOT NULL,
    "causes" TEXT[],
    "credits" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "approved" BOOLEAN,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "upload_approvals_pkey" PRIMARY KEY ("upload_id")
);

ALTER TABLE "upload_approvals" ADD CONSTRAINT "upload_approvals_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "upload_approvals" ADD CONSTRAINT "upload_approvals_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE upload_approvals ADD CONSTRAINT upload_approvals_decided CHECK (
  (approved IS NULL) = (decided_by_id IS NULL) AND (approved IS NULL) = (decided_at IS NULL));
ALTER TABLE upload_approvals ADD CONSTRAINT upload_approvals_say_why CHECK (approved IS NOT FALSE OR coalesce(length(reason), 0) > 0);
ALTER TABLE upload_approvals ADD CONSTRAINT upload_approvals_has_cause CHECK (coalesce(cardinality(causes), 0) > 0);

-- Asked undecided, decided once, and never by who sent the upload.
CREATE FUNCTION upload_approvals_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an approval is not deleted' USING ERRCODE = '23514', CONSTRAINT = 'upload_approvals_stand';
  END IF;
  IF TG_OP = 'INSERT' AND NEW.approved IS NOT NULL
     OR TG_OP = 'UPDATE' AND (OLD.approved IS NOT NULL
        OR (NEW.upload_id, NEW.causes, NEW.credits, NEW.asked_at) IS DISTINCT FROM (OLD.upload_id, OLD.causes, OLD.credits, OLD.asked_at)) THEN
    RAISE EXCEPTION 'an approval is asked for first and decided once' USING ERRCODE = '23514', CONSTRAINT = 'upload_approvals_stand';
  END IF;
  IF NEW.decided_by_id = (SELECT u.created_by_id FROM uploads u WHERE u.id = NEW.upload_id) THEN
    RAISE EXCEPTION 'an upload is approved by another person than who sent it' USING ERRCODE = '23514', CONSTRAINT = 'upload_approvals_four_eyes';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER upload_approvals_four_eyes BEFORE INSERT OR UPDATE OR DELETE ON upload_approvals FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION upload_approvals_four_eyes();

-- Nothing is sent of an upload that waits for its approval or was declined.
CREATE FUNCTION attempts_after_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM bulks b JOIN upload_approvals p ON p.upload_id = b.upload_id
              WHERE b.id = NEW.bulk_id AND p.approved IS NOT TRUE) THEN
    RAISE EXCEPTION 'the upload of bulk % is not approved', NEW.bulk_id USING ERRCODE = '23514', CONSTRAINT = 'attempts_after_approval';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempts_after_approval BEFORE INSERT ON attempts FOR EACH ROW
  WHEN (NEW.bulk_id IS NOT NULL) EXECUTE FUNCTION attempts_after_approval();
