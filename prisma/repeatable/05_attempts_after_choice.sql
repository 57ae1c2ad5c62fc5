-- attempts_after_choice: nothing is sent for an upload before somebody has chosen about its known answers.
CREATE OR REPLACE FUNCTION attempts_after_choice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM bulks b JOIN uploads u ON u.id = b.upload_id
              WHERE b.id = NEW.bulk_id AND u.known_choice = 'open') THEN
    RAISE EXCEPTION 'nobody chose yet about the known answers of bulk %', NEW.bulk_id USING ERRCODE = '23514', CONSTRAINT = 'attempts_after_choice';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER attempts_after_choice BEFORE INSERT ON attempts FOR EACH ROW
  WHEN (NEW.bulk_id IS NOT NULL) EXECUTE FUNCTION attempts_after_choice();
