-- payment_releases_four_eyes: only a reviewer who didn't upload a run, and didn't approve all lines alone, releases it.
-- A line that gets a name from a bank report is released by somebody who didn't load or join that report.
-- A line that was confirmed (new IBAN, no duplicate) is released by somebody who didn't confirm it.
-- Of a release, only these events can be recorded, each once: its withdrawal (within 10 minutes, before the released
-- or held file is downloaded), the first download of each file, and that the held file was not sent to a bank (by a
-- second person).
-- `accord.retention` is on only in the transactions that purge or erase values.
CREATE OR REPLACE FUNCTION payment_releases_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE unchanged payment_releases;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a release cannot be deleted' USING ERRCODE = '23514', CONSTRAINT = 'payment_releases_stand';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF num_nonnulls(NEW.withdrawn_at, NEW.released_downloaded_at, NEW.held_downloaded_at, NEW.held_not_sent_at) > 0 THEN
      RAISE EXCEPTION 'a new release cannot be withdrawn, downloaded or recorded as not sent' USING ERRCODE = '23514', CONSTRAINT = 'payment_releases_stand';
    END IF;
    IF NOT is_active_reviewer(NEW.released_by_id)
       OR NEW.released_by_id = (SELECT created_by_id FROM uploads WHERE id = NEW.upload_id) THEN
      RAISE EXCEPTION 'four eyes: a run is released by a reviewer who did not upload it' USING ERRCODE = '23514', CONSTRAINT = 'payment_releases_four_eyes';
    END IF;
    RETURN NEW;
  END IF;
  unchanged := NEW;
  unchanged.withdrawn_by_id := OLD.withdrawn_by_id;
  unchanged.withdrawn_at := OLD.withdrawn_at;
  unchanged.released_downloaded_at := OLD.released_downloaded_at;
  unchanged.held_downloaded_at := OLD.held_downloaded_at;
  unchanged.held_not_sent_by_id := OLD.held_not_sent_by_id;
  unchanged.held_not_sent_at := OLD.held_not_sent_at;
  IF unchanged IS DISTINCT FROM OLD
     OR OLD.withdrawn_at IS NOT NULL AND NEW IS DISTINCT FROM OLD
     OR NEW.withdrawn_at IS NOT NULL AND num_nonnulls(NEW.released_downloaded_at, NEW.held_downloaded_at) > 0
     OR OLD.released_downloaded_at IS NOT NULL AND NEW.released_downloaded_at IS DISTINCT FROM OLD.released_downloaded_at
     OR OLD.held_downloaded_at IS NOT NULL AND NEW.held_downloaded_at IS DISTINCT FROM OLD.held_downloaded_at
     OR OLD.held_not_sent_at IS NOT NULL
        AND (NEW.held_not_sent_at, NEW.held_not_sent_by_id) IS DISTINCT FROM (OLD.held_not_sent_at, OLD.held_not_sent_by_id) THEN
    RAISE EXCEPTION 'an event of a release is recorded once, and nothing else of it changes' USING ERRCODE = '23514', CONSTRAINT = 'payment_releases_stand';
  END IF;
  IF OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
     AND (now() > OLD.released_at + interval '10 minutes' OR NOT is_active_reviewer(NEW.withdrawn_by_id)) THEN
    RAISE EXCEPTION 'a release is withdrawn by a reviewer within 10 minutes' USING ERRCODE = '23514', CONSTRAINT = 'payment_releases_withdrawn_in_time';
  END IF;
  IF OLD.held_not_sent_at IS NULL AND NEW.held_not_sent_at IS NOT NULL
     AND (OLD.held_downloaded_at IS NULL OR NOT is_active_reviewer(NEW.held_not_sent_by_id)
          OR NEW.held_not_sent_by_id = (SELECT created_by_id FROM uploads WHERE id = NEW.upload_id)) THEN
    RAISE EXCEPTION 'a reviewer who did not upload the run records that a downloaded held file was not sent' USING ERRCODE = '23514', CONSTRAINT = 'payment_releases_not_sent_by_reviewer';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION is_active_reviewer(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM users WHERE id = person AND 'reviewer' = ANY (roles) AND disabled_at IS NULL)
$$;

-- Four eyes: refuses a release if the same person alone approved all of its lines. An approval counts if it is of the
-- newest check of the line's IBAN and name, as the gate finds it (lib/payments/gate/evidence.server.ts), or of an
-- answer in a bank report. A rule that repeats an approval counts as the person who gave it.
CREATE OR REPLACE FUNCTION payment_releases_decided_by_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM payment_releases r
     WHERE r.id IN (SELECT release_id FROM changed WHERE release_id IS NOT NULL)
       AND NOT EXISTS (
         SELECT FROM payment_lines l
           JOIN uploads u ON u.id = l.upload_id
           JOIN users o ON o.id = u.created_by_id
           LEFT JOIN upload_rows x ON x.upload_id = l.upload_id AND x.number = l.number
           LEFT JOIN verifications c ON c.id = x.verification_id
          WHERE l.release_id = r.id AND NOT COALESCE((
            SELECT bool_and(COALESCE(d.decided_by_id, earlier.decided_by_id) IS NOT DISTINCT FROM r.released_by_id)
              FROM reviews w JOIN decisions d ON d.review_id = w.id AND d.kind = 'approve' AND d.undone_at IS NULL
              LEFT JOIN decisions earlier ON earlier.id = d.earlier_id
             WHERE w.verification_id IN (
               SELECT * FROM (SELECT v.id FROM verifications v
                 WHERE v.iban = COALESCE(c.iban, l.iban)
                   AND (v.name = COALESCE(c.name, l.name) OR c.status = 'not_sent' AND v.id = c.known_id)
                   AND v.environment = 'live' AND v.source <> 'bank_report' AND v.purged_at IS NULL
                   AND (c.status <> 'not_sent' OR v.id = c.known_id OR v.requested_by_id = o.id
                        OR o.roles && ARRAY['reviewer', 'admin']::role[])
                 ORDER BY v.status = 'not_sent', v.created_at DESC, v.id LIMIT 1) newest
               UNION ALL
               SELECT p.verification_id FROM payment_report_lines p
                WHERE p.upload_id = l.upload_id AND p.number = l.number AND p.verification_id IS NOT NULL)), false))) THEN
    RAISE EXCEPTION 'four eyes: the releaser decided all lines of this release alone' USING ERRCODE = '23514', CONSTRAINT = 'payment_releases_own_decisions';
  END IF;
  RETURN NULL;
END $$;

-- Four eyes: whoever loaded or joined a bank report can't adopt its names (decisions_four_eyes), nor release lines that
-- get them.
CREATE OR REPLACE FUNCTION payment_releases_own_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM changed l JOIN payment_releases r ON r.id = l.release_id
      JOIN payment_report_lines p ON p.upload_id = l.upload_id AND p.number = l.number
      JOIN payment_reports t ON t.id = p.report_id AND r.released_by_id IN (t.received_by_id, t.joined_by_id)
      JOIN reviews w ON w.verification_id = p.verification_id AND w.state = 'approved'
      JOIN decisions d ON d.review_id = w.id AND d.kind = 'approve' AND d.undone_at IS NULL AND d.corrected_name IS NOT NULL
     WHERE l.gate = 'corrected') THEN
    RAISE EXCEPTION 'four eyes: the releaser loaded the bank report with names of this release' USING ERRCODE = '23514', CONSTRAINT = 'payment_releases_own_report';
  END IF;
  RETURN NULL;
END $$;

-- Four eyes: who confirmed a held line (new IBAN, no duplicate) doesn't also release it.
CREATE OR REPLACE FUNCTION payment_releases_own_confirmation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM changed l JOIN payment_releases r ON r.id = l.release_id
      JOIN payment_confirmations y ON y.upload_id = l.upload_id AND y.number = l.number AND y.by_id = r.released_by_id) THEN
    RAISE EXCEPTION 'four eyes: the releaser confirmed lines of this release' USING ERRCODE = '23514', CONSTRAINT = 'payment_releases_own_confirmation';
  END IF;
  RETURN NULL;
END $$;

-- The files of a release never change: they are what was signed and paid.
CREATE OR REPLACE FUNCTION payment_files_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the files of a release do not change' USING ERRCODE = '23514', CONSTRAINT = 'payment_files_stay';
END $$;

CREATE OR REPLACE TRIGGER payment_releases_four_eyes BEFORE INSERT OR UPDATE OR DELETE ON payment_releases FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION payment_releases_four_eyes();
CREATE OR REPLACE TRIGGER payment_releases_wait BEFORE INSERT ON payment_releases FOR EACH ROW
  EXECUTE FUNCTION second_person_waits('released_by_id');
CREATE OR REPLACE TRIGGER payment_releases_not_sent_wait BEFORE UPDATE OF held_not_sent_by_id ON payment_releases FOR EACH ROW
  WHEN (OLD.held_not_sent_by_id IS NULL AND NEW.held_not_sent_by_id IS NOT NULL)
  EXECUTE FUNCTION second_person_waits('held_not_sent_by_id');
CREATE OR REPLACE TRIGGER payment_releases_decided_by_others AFTER UPDATE ON payment_lines
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION payment_releases_decided_by_others();
CREATE OR REPLACE TRIGGER payment_releases_own_report AFTER UPDATE ON payment_lines
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION payment_releases_own_report();
CREATE OR REPLACE TRIGGER payment_releases_own_confirmation AFTER UPDATE ON payment_lines
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION payment_releases_own_confirmation();
CREATE OR REPLACE TRIGGER payment_files_stay BEFORE UPDATE OR DELETE ON payment_files FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION payment_files_stay();
