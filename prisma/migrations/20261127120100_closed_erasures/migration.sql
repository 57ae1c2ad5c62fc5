-- An erasure whose subject a restore left unknown, and which nobody can name any more, is closed with a reason. It is not
-- complete: only one whose subject is unknown can be closed.
ALTER TABLE erasures
  ADD COLUMN closed_by_id uuid,
  ADD COLUMN closed_at timestamptz(3),
  ADD COLUMN close_reason text,
  ADD CONSTRAINT erasures_closed_when CHECK (num_nonnulls(closed_by_id, closed_at, close_reason) IN (0, 3)),
  ADD CONSTRAINT erasures_closed_nameless CHECK (
    closed_at IS NULL OR confirmed_at IS NOT NULL AND applied_at IS NULL AND subject_cipher IS NULL);
