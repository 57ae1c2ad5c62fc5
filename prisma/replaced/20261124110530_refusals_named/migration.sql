-- Every refusal of a trigger says its rule in the field `constraint`, as those of PostgreSQL itself do.
CREATE OR REPLACE FUNCTION attempts_never_rearmed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'ready' AND OLD.state <> 'ready'
     OR NEW.state = 'sending' AND OLD.state NOT IN ('ready', 'sending') THEN
    RAISE EXCEPTION 'attempt % is never re-armed (% to %)', OLD.id, OLD.state, NEW.state
      USING ERRCODE = '23514', CONSTRAINT = 'attempts_never_rearmed';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION verifications_terminal_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE purges boolean := OLD.purged_at IS NULL AND NEW.purged_at IS NOT NULL;
BEGIN
  IF OLD.purged_at IS NOT NULL THEN
    NEW.purged_at := OLD.purged_at;
    NEW.iban := ''; NEW.name := ''; NEW.name_search := '';
    NEW.matched_name := NULL; NEW.comparison := NULL; NEW.raw_cipher := NULL; NEW.enrichment := NULL;
    NEW.reference := NULL; NEW.note := NULL; NEW.unrecognised := NULL; NEW.evidence_hash := OLD.evidence_hash;
    IF NEW.status_reason !~ '^[a-z_]{1,64}$' THEN NEW.status_reason := NULL; END IF;
  END IF;
  IF OLD.status NOT IN ('pending', 'unknown')
     AND ((NEW.status, NEW.match_result) IS DISTINCT FROM (OLD.status, OLD.match_result)
          OR NOT purges AND (NEW.matched_name, NEW.status_reason) IS DISTINCT FROM (OLD.matched_name, OLD.status_reason)) THEN
    RAISE EXCEPTION 'verification % has its final answer', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'verifications_terminal_stays';
  END IF;
  IF purges AND (NEW.iban, NEW.name, NEW.name_search) IS DISTINCT FROM ('', '', '')
     OR purges AND num_nonnulls(NEW.matched_name, NEW.comparison, NEW.raw_cipher, NEW.enrichment, NEW.reference, NEW.note, NEW.unrecognised) > 0 THEN
    RAISE EXCEPTION 'verification % is purged with values left in it', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'verifications_purged_whole';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = '42501', CONSTRAINT = 'audit_append_only';
END $$;

CREATE OR REPLACE FUNCTION review_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'notes and events of a review are append-only'
    USING ERRCODE = '42501', CONSTRAINT = 'review_events_stay';
END $$;

CREATE OR REPLACE FUNCTION audit_cut_moves_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('DELETE', 'TRUNCATE') THEN
    RAISE EXCEPTION 'a cut of the audit log is not taken back'
      USING ERRCODE = '42501', CONSTRAINT = 'audit_cut_moves_on';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.seq <= OLD.seq THEN
      RAISE EXCEPTION 'a cut of the audit log only moves on' USING ERRCODE = '42501', CONSTRAINT = 'audit_cut_moves_on';
    END IF;
  END IF;
  IF NOT EXISTS (SELECT FROM audit_entries WHERE seq = NEW.seq AND hash = NEW.hash AND at < now() - interval '3 years') THEN
    RAISE EXCEPTION 'the audit log is cut at an old entry only'
      USING ERRCODE = '42501', CONSTRAINT = 'audit_cut_moves_on';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION audit_leaves_by_cut() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE cut bigint := coalesce((SELECT seq FROM audit_cut), 0);
BEGIN
  IF EXISTS (SELECT FROM gone WHERE seq > cut) OR EXISTS (SELECT FROM gone) AND EXISTS (SELECT FROM audit_entries WHERE seq <= cut) THEN
    RAISE EXCEPTION 'the audit log is append-only, but for the stretch up to a recorded cut'
      USING ERRCODE = '42501', CONSTRAINT = 'audit_leaves_by_cut';
  END IF;
  RETURN NULL;
END $$;
