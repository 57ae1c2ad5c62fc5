-- What is older than the long period leaves: the oldest entries of the audit log behind a keyed cut, requests and ids of
-- the provider, single lines of the books behind sums that say the same.

CREATE TABLE "audit_cut" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "removed" INTEGER NOT NULL,
    "before" TIMESTAMPTZ(3) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_cut_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "closed_books" (
    "submission" TEXT NOT NULL,
    "sent" INTEGER NOT NULL,
    "acknowledged" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "written_off" INTEGER NOT NULL,
    "not_billed" INTEGER NOT NULL,
    "rejected_items" INTEGER NOT NULL,
    "booked" INTEGER NOT NULL,

    CONSTRAINT "closed_books_pkey" PRIMARY KEY ("submission")
);
ALTER TABLE "credit_entries" ADD COLUMN "month" TEXT;
CREATE UNIQUE INDEX "credit_entries_kind_month_key" ON "credit_entries"("kind", "month");


-- What the schema language cannot say -------------------------------------------------------------------------------

ALTER TABLE audit_cut ADD CONSTRAINT audit_cut_single CHECK (id = 1);

-- A cut only moves on, to an entry that is there and older than the shortest long period: three years.
CREATE FUNCTION audit_cut_moves_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('DELETE', 'TRUNCATE') THEN
    RAISE EXCEPTION 'a cut of the audit log is not taken back' USING ERRCODE = '42501';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.seq <= OLD.seq THEN
      RAISE EXCEPTION 'a cut of the audit log only moves on' USING ERRCODE = '42501';
    END IF;
  END IF;
  IF NOT EXISTS (SELECT FROM audit_entries WHERE seq = NEW.seq AND hash = NEW.hash AND at < now() - interval '3 years') THEN
    RAISE EXCEPTION 'the audit log is cut at an old entry only' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_cut_moves_on BEFORE INSERT OR UPDATE OR DELETE ON audit_cut FOR EACH ROW EXECUTE FUNCTION audit_cut_moves_on();
CREATE TRIGGER audit_cut_no_truncate BEFORE TRUNCATE ON audit_cut FOR EACH STATEMENT EXECUTE FUNCTION audit_cut_moves_on();

-- Entries leave as everything up to the recorded cut, or not at all.
CREATE FUNCTION audit_leaves_by_cut() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE cut bigint := coalesce((SELECT seq FROM audit_cut), 0);
BEGIN
  IF EXISTS (SELECT FROM gone WHERE seq > cut) OR EXISTS (SELECT FROM gone) AND EXISTS (SELECT FROM audit_entries WHERE seq <= cut) THEN
    RAISE EXCEPTION 'the audit log is append-only, but for the stretch up to a recorded cut' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER audit_append_only ON audit_entries;
CREATE TRIGGER audit_append_only BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_append_only();
CREATE TRIGGER audit_leaves_by_cut AFTER DELETE ON audit_entries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION audit_leaves_by_cut();

-- A sum of a month is nobody's and about no request.
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_sum_is_bare
  CHECK (month IS NULL OR num_nonnulls(attempt_id, user_id, note) = 0);

-- What is due next. Neither costs a check on its way anything: the one is a few pages, the other begins with the purge.
CREATE INDEX attempts_created ON attempts USING brin (created_at);
CREATE INDEX verifications_purged_with_id ON verifications (created_at) WHERE purged_at IS NOT NULL AND upstream_id IS NOT NULL;
