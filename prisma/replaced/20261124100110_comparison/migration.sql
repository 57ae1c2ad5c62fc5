ALTER TABLE "uploads" ADD COLUMN "comparison" JSONB;
ALTER TABLE "upload_rows" ADD COLUMN "edited" BOOLEAN NOT NULL DEFAULT false;

-- What was stored before counts as compared; "before" says that nobody compared it.
UPDATE uploads SET comparison = jsonb_build_object('before', true, 'edited', coalesce((reading ->> 'edited')::int, 0));
UPDATE uploads SET reading = reading - 'edited' WHERE reading ? 'edited';

-- An upload is compared once, and the outcome stays.
CREATE FUNCTION uploads_compared_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'upload % was compared already', NEW.id USING ERRCODE = '23514', CONSTRAINT = 'uploads_compared_once';
END $$;
CREATE TRIGGER uploads_compared_once BEFORE UPDATE OF comparison ON uploads FOR EACH ROW
  WHEN (OLD.comparison IS NOT NULL AND NEW.comparison IS DISTINCT FROM OLD.comparison) EXECUTE FUNCTION uploads_compared_once();

-- Nothing is sent of an upload that was not compared, or whose rows are not those of its file.
CREATE FUNCTION attempts_after_comparison() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM bulks b JOIN uploads u ON u.id = b.upload_id
              WHERE b.id = NEW.bulk_id AND (u.comparison IS NULL OR u.comparison ? 'problem' OR u.state = 'comparing')) THEN
    RAISE EXCEPTION 'the upload of bulk % was not compared with its file', NEW.bulk_id
      USING ERRCODE = '23514', CONSTRAINT = 'attempts_after_comparison';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempts_after_comparison BEFORE INSERT ON attempts FOR EACH ROW
  WHEN (NEW.bulk_id IS NOT NULL) EXECUTE FUNCTION attempts_after_comparison();
