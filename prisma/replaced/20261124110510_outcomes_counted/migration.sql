-- How the checks of a day ended is counted when Home asks, from the index of the list that the person sees.
DROP TRIGGER outcome_counts_insert ON verifications;
DROP TRIGGER outcome_counts_update ON verifications;
DROP TRIGGER outcome_counts_delete ON verifications;
DROP FUNCTION outcome_counts_kept();
DROP FUNCTION outcome_counts_recount(text);
DROP TABLE outcome_counts;
DROP TABLE calendar;

DROP INDEX verifications_environment_created_at_id_idx;
DROP INDEX verifications_requested_by_id_environment_created_at_id_idx;
CREATE INDEX verifications_newest ON verifications (environment, created_at DESC, id DESC) INCLUDE (status, match_result);
CREATE INDEX verifications_newest_of_person ON verifications (requested_by_id, environment, created_at DESC, id DESC)
  INCLUDE (status, match_result);
