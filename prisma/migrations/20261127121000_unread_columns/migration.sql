-- No code reads them. The audit log has who revoked a key, and the log of a worker which bulks it polls.
ALTER TABLE api_keys DROP COLUMN revoked_by_id;
ALTER TABLE bulks DROP COLUMN poll_count, DROP COLUMN lease_owner;
