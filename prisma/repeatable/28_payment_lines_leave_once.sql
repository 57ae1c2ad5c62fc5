-- payment_lines_leave_once: a line is in one release of its run at most, until that release is withdrawn.
-- Its gate must allow the release, and a released line never changes. `accord.retention` is on only in the transactions
-- that purge or erase values.
CREATE OR REPLACE FUNCTION payment_lines_leave_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE unchanged payment_lines;
BEGIN
  IF TG_OP <> 'UPDATE' THEN
    RAISE EXCEPTION 'a released line can be neither inserted nor deleted' USING ERRCODE = '23514', CONSTRAINT = 'payment_lines_leave_once';
  END IF;
  IF OLD.release_id IS NULL THEN
    IF NEW.gate NOT IN ('clear', 'corrected', 'unchecked') OR NOT EXISTS (
      SELECT FROM payment_releases WHERE id = NEW.release_id AND upload_id = NEW.upload_id AND withdrawn_at IS NULL) THEN
      RAISE EXCEPTION 'line % of run % cannot be released', NEW.number, NEW.upload_id USING ERRCODE = '23514', CONSTRAINT = 'payment_lines_leave_once';
    END IF;
    RETURN NEW;
  END IF;
  unchanged := NEW;
  unchanged.release_id := OLD.release_id;
  IF unchanged IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'line % of run % is released and cannot change', OLD.number, OLD.upload_id USING ERRCODE = '23514', CONSTRAINT = 'payment_lines_released_stay';
  END IF;
  IF NEW.release_id IS DISTINCT FROM OLD.release_id AND (NEW.release_id IS NOT NULL OR NOT EXISTS (
    SELECT FROM payment_releases WHERE id = OLD.release_id AND withdrawn_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'line % of run % is released: withdraw its release first', OLD.number, OLD.upload_id USING ERRCODE = '23514', CONSTRAINT = 'payment_lines_leave_once';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_lines_leave_once BEFORE UPDATE ON payment_lines FOR EACH ROW
  WHEN ((OLD.release_id IS NOT NULL OR NEW.release_id IS NOT NULL)
        AND current_setting('accord.retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION payment_lines_leave_once();
CREATE OR REPLACE TRIGGER payment_lines_created_open BEFORE INSERT ON payment_lines FOR EACH ROW
  WHEN (NEW.release_id IS NOT NULL) EXECUTE FUNCTION payment_lines_leave_once();
CREATE OR REPLACE TRIGGER payment_lines_released_remain BEFORE DELETE ON payment_lines FOR EACH ROW
  WHEN (OLD.release_id IS NOT NULL AND current_setting('accord.retention', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION payment_lines_leave_once();
