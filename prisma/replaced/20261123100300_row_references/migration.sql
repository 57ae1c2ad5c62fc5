-- Equal rows of a file share one check; each keeps its own reference, and the check is found by any of them.
CREATE INDEX upload_rows_reference ON upload_rows (reference) WHERE reference IS NOT NULL;
