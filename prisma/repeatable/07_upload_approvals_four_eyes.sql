-- upload_approvals_four_eyes: an approval is requested first, decided once, and never by the sender of the upload.
-- `accord.retention` is on only in the transactions that purge or erase values.
CREATE OR REPLACE FUNCTION upload_approvals_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER upload_approvals_four_eyes BEFORE INSERT OR UPDATE OR DELETE ON upload_approvals FOR EACH ROW
  WHEN (current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION upload_approvals_four_eyes();
