-- uploads_compared_once: an upload is compared once, and the result is final.
CREATE OR REPLACE FUNCTION uploads_compared_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'upload % was compared already', NEW.id USING ERRCODE = '23514', CONSTRAINT = 'uploads_compared_once';
END $$;

CREATE OR REPLACE TRIGGER uploads_compared_once BEFORE UPDATE OF comparison ON uploads FOR EACH ROW
  WHEN (OLD.comparison IS NOT NULL AND NEW.comparison IS DISTINCT FROM OLD.comparison) EXECUTE FUNCTION uploads_compared_once();
