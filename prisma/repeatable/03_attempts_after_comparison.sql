-- attempts_after_comparison: nothing is sent for an upload that was not compared or whose rows differ from its file.
CREATE OR REPLACE FUNCTION attempts_after_comparison() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM bulks b JOIN uploads u ON u.id = b.upload_id
              WHERE b.id = NEW.bulk_id AND (u.comparison IS NULL OR u.comparison ? 'problem' OR u.state = 'comparing')) THEN
    RAISE EXCEPTION 'the upload of bulk % was not compared with its file', NEW.bulk_id
      USING ERRCODE = '23514', CONSTRAINT = 'attempts_after_comparison';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER attempts_after_comparison BEFORE INSERT ON attempts FOR EACH ROW
  WHEN (NEW.bulk_id IS NOT NULL) EXECUTE FUNCTION attempts_after_comparison();
