-- Earlier versions let people reopen a review whose names were deleted, write into it and decide it. Nobody can decide it any
-- more, so it is closed as the deletion closes it.
UPDATE reviews r SET state = 'superseded', awaits_rule = false, claimed_by_id = NULL, claimed_until = NULL
  FROM verifications v
 WHERE v.id = r.verification_id AND v.purged_at IS NOT NULL AND r.state IN ('todo', 'second_approval', 'escalated');

-- Nothing else would delete what was written since. A legal hold keeps it.
SELECT set_config('accord.retention', 'on', true);

WITH stripped AS (
  SELECT r.id, coalesce(v.evidence_hash, '') AS seal FROM reviews r JOIN verifications v ON v.id = r.verification_id
   WHERE v.purged_at IS NOT NULL AND NOT EXISTS (
     SELECT FROM legal_holds h WHERE h.released_at IS NULL AND (h.verification_id = v.id OR h.upload_id = v.upload_id))
), decided AS (
  UPDATE decisions d
     SET note = NULL, corrected_name = NULL, evidence_hash = s.seal,
         call_back = CASE WHEN d.call_back IS NOT NULL THEN d.call_back || '{"person": "", "number": ""}' END
    FROM stripped s
   WHERE d.review_id = s.id AND (num_nonnulls(d.note, d.corrected_name) > 0 OR d.evidence_hash <> s.seal
         OR d.call_back IS NOT NULL AND NOT d.call_back @> '{"person": "", "number": ""}')
), noted AS (
  UPDATE review_events e SET note = NULL FROM stripped s WHERE e.review_id = s.id AND e.note IS NOT NULL
)
DELETE FROM documents d USING stripped s WHERE d.review_id = s.id;
