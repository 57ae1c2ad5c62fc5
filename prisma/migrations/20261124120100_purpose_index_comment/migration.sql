-- The one index whose question was not said.
COMMENT ON INDEX verifications_purpose IS 'History: of one purpose, newest first';
