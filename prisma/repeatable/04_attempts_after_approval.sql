-- attempts_after_approval: nothing is sent for an upload that waits for its approval or was declined.
CREATE OR REPLACE FUNCTION attempts_after_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM bulks b JOIN upload_approvals p ON p.upload_id = b.upload_id
              WHERE b.id = NEW.bulk_id AND p.approved IS NOT TRUE) THEN
    RAISE EXCEPTION 'the upload of bulk % is not approved', NEW.bulk_id USING ERRCODE = '23514', CONSTRAINT = 'attempts_after_approval';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER attempts_after_approval BEFORE INSERT ON attempts FOR EACH ROW
  WHEN (NEW.bulk_id IS NOT NULL) EXECUTE FUNCTION attempts_after_approval();
