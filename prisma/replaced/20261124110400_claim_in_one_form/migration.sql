-- A check is claimed by plain statements of one transaction (lib/verifications/check/claim.server.ts).
DROP FUNCTION claim_check(JSONB, TEXT[], TEXT[], INT, INT, FLOAT, INT);
DROP FUNCTION store_check(JSONB, attempt_state);
