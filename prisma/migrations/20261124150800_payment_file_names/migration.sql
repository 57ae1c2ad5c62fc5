-- Names of deleted files would stay in the planner's samples of an empty table.
ALTER TABLE payment_files ALTER COLUMN file_name SET STATISTICS 0;
