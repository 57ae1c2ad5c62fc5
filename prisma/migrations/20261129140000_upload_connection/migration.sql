-- No code reads it: a batch has the connection that it is sent with.
ALTER TABLE uploads DROP COLUMN connection_id;
