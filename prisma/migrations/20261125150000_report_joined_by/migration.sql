-- Who loads a report or joins it to its run never decides on its answers.
ALTER TABLE payment_reports ADD COLUMN joined_by_id uuid;
UPDATE payment_reports SET joined_by_id = received_by_id WHERE upload_id IS NOT NULL;
ALTER TABLE payment_reports
  ADD CONSTRAINT payment_reports_joined CHECK ((upload_id IS NULL) = (joined_by_id IS NULL));
