-- Retention: values are taken out of every table while counts, decisions and the audit chain stay; legal holds; the
-- right to erasure with two people; what every night did. And how a person likes a list, kept with the person.

-- AlterTable
ALTER TABLE "verifications" ADD COLUMN "purged_at" TIMESTAMPTZ(3);
ALTER TABLE "uploads" ADD COLUMN "purged_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "legal_holds" (
    "id" UUID NOT NULL,
    "upload_id" UUID,
    "verification_id" UUID,
    "subject_kind" TEXT,
    "subject_cipher" BYTEA,
    "reason" TEXT NOT NULL,
    "placed_by_id" UUID NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "released_by_id" UUID,
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "legal_holds_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "erasures" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "subject_cipher" BYTEA,
    "reason" TEXT NOT NULL,
    "requested_by_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_by_id" UUID,
    "confirmed_at" TIMESTAMPTZ(3),
    "refused_by_id" UUID,
    "refused_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),
    "erased" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "retention_runs" (
    "day" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "purged" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "retention_runs_pkey" PRIMARY KEY ("day")
);
CREATE TABLE "user_preferences" (
    "user_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "user_preferences_pkey" PRIMARY KEY ("user_id","key")
);


-- What the schema language cannot say -------------------------------------------------------------------------------

-- What is due next.
CREATE INDEX verifications_unpurged ON verifications (created_at, id) WHERE purged_at IS NULL;
CREATE INDEX uploads_unpurged ON uploads (created_at) WHERE purged_at IS NULL;

-- A hold is on one thing, and is released once.
ALTER TABLE legal_holds ADD CONSTRAINT legal_holds_one_object CHECK (num_nonnulls(upload_id, verification_id, subject_cipher) = 1);
ALTER TABLE legal_holds ADD CONSTRAINT legal_holds_subject_kind CHECK ((subject_cipher IS NULL) = (subject_kind IS NULL) AND subject_kind IN ('iban', 'name'));
ALTER TABLE legal_holds ADD CONSTRAINT legal_holds_released_when CHECK ((released_by_id IS NULL) = (released_at IS NULL));
ALTER TABLE legal_holds ADD CONSTRAINT legal_holds_say_why CHECK (length(reason) > 0);

-- An erasure takes two people; nothing is erased before the second one agrees, and nobody both agrees and refuses.
ALTER TABLE erasures ADD CONSTRAINT erasures_kind CHECK (kind IN ('iban', 'name'));
ALTER TABLE erasures ADD CONSTRAINT erasures_two_people CHECK (confirmed_by_id <> requested_by_id);
ALTER TABLE erasures ADD CONSTRAINT erasures_confirmed_when CHECK ((confirmed_by_id IS NULL) = (confirmed_at IS NULL));
ALTER TABLE erasures ADD CONSTRAINT erasures_refused_when CHECK ((refused_by_id IS NULL) = (refused_at IS NULL));
ALTER TABLE erasures ADD CONSTRAINT erasures_one_answer CHECK (num_nonnulls(confirmed_at, refused_at) <= 1);
ALTER TABLE erasures ADD CONSTRAINT erasures_applied_after CHECK (confirmed_at IS NOT NULL OR applied_at IS NULL AND erased = '{}');
CREATE UNIQUE INDEX erasures_one_open ON erasures (digest) WHERE confirmed_at IS NULL AND refused_at IS NULL;

-- `accord.retention` is on in the transactions that take values away, and nowhere else.
CREATE FUNCTION erasures_by_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.confirmed_at IS NOT NULL OR OLD.refused_at IS NOT NULL
       OR (NEW.id, NEW.kind, NEW.digest, NEW.reason, NEW.requested_by_id, NEW.requested_at)
          IS DISTINCT FROM (OLD.id, OLD.kind, OLD.digest, OLD.reason, OLD.requested_by_id, OLD.requested_at)) THEN
    RAISE EXCEPTION 'a request for erasure is not rewritten' USING ERRCODE = '23514', CONSTRAINT = 'erasures_by_people';
  END IF;
  IF TG_OP = 'INSERT' AND NEW.confirmed_at IS NOT NULL OR NOT EXISTS (
       SELECT FROM users WHERE id = NEW.requested_by_id AND (TG_OP = 'UPDATE' OR 'admin' = ANY (roles) AND disabled_at IS NULL)) THEN
    RAISE EXCEPTION 'an admin asks for an erasure, somebody else agrees' USING ERRCODE = '23514', CONSTRAINT = 'erasures_by_people';
  END IF;
  IF NEW.confirmed_by_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM users WHERE id = NEW.confirmed_by_id AND roles && ARRAY['admin', 'reviewer']::role[] AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'only an admin or a reviewer agrees to an erasure' USING ERRCODE = '23514', CONSTRAINT = 'erasures_by_people';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER erasures_by_people BEFORE INSERT OR UPDATE ON erasures FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION erasures_by_people();

-- A terminal answer never changes; retention takes names out of it and leaves the result. What was taken out never
-- comes back: an answer that arrives later moves the counts and leaves no name.
CREATE OR REPLACE FUNCTION verifications_terminal_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE purges boolean := OLD.purged_at IS NULL AND NEW.purged_at IS NOT NULL;
BEGIN
  IF OLD.purged_at IS NOT NULL THEN
    NEW.purged_at := OLD.purged_at;
    NEW.iban := ''; NEW.name := ''; NEW.name_search := '';
    NEW.matched_name := NULL; NEW.comparison := NULL; NEW.raw_cipher := NULL; NEW.enrichment := NULL;
    NEW.reference := NULL; NEW.note := NULL; NEW.unrecognised := NULL; NEW.evidence_hash := OLD.evidence_hash;
  END IF;
  IF OLD.status NOT IN ('pending', 'unknown')
     AND ((NEW.status, NEW.match_result) IS DISTINCT FROM (OLD.status, OLD.match_result)
          OR NOT purges AND (NEW.matched_name, NEW.status_reason) IS DISTINCT FROM (OLD.matched_name, OLD.status_reason)) THEN
    RAISE EXCEPTION 'verification % has its final answer', OLD.id USING ERRCODE = '23514';
  END IF;
  IF purges AND (NEW.iban, NEW.name, NEW.name_search) IS DISTINCT FROM ('', '', '')
     OR purges AND num_nonnulls(NEW.matched_name, NEW.comparison, NEW.raw_cipher, NEW.enrichment, NEW.reference, NEW.note, NEW.unrecognised) > 0 THEN
    RAISE EXCEPTION 'verification % is purged with values left in it', OLD.id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;

-- What happened stays as it was written, except for what retention takes away.
DROP TRIGGER review_events_stay ON review_events;
CREATE TRIGGER review_events_stay BEFORE UPDATE ON review_events FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION review_events_stay();
DROP TRIGGER documents_stay ON documents;
CREATE TRIGGER documents_stay BEFORE UPDATE ON documents FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION review_events_stay();
DROP TRIGGER resolutions_stand ON resolutions;
CREATE TRIGGER resolutions_stand BEFORE UPDATE OR DELETE ON resolutions FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION resolutions_stand();
