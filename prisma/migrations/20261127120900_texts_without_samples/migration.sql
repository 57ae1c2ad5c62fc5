-- Names in deleted rows would stay in the planner's samples of an empty table. The change to the same type removes the
-- samples that are there.
ALTER TABLE payment_messages ALTER COLUMN message_id TYPE text;
ALTER TABLE payment_messages ALTER COLUMN message_id SET STATISTICS 0;
ALTER TABLE bank_profiles ALTER COLUMN settings TYPE jsonb;
ALTER TABLE bank_profiles ALTER COLUMN settings SET STATISTICS 0;
