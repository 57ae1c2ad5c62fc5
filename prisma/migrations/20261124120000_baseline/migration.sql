-- replaces: 20261121000000_first..20261124110540_indexes_by_question
-- their names and checksums: 0777527ace3780895d62a613b8aff000e46cbc7922ebd658117488cab5e755d6
-- last version with them: v0.1.0
--
-- The database on one page. What a table is for is said in prisma/schema.prisma, what an index is for in its comment;
-- functions and triggers are in prisma/repeatable, a guarantee a file.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE attempt_state AS ENUM ('ready', 'sending', 'accepted', 'rejected', 'not_sent', 'unknown', 'attached', 'not_billed', 'written_off');
CREATE TYPE breaker_kind AS ENUM ('credits', 'circuit');
CREATE TYPE bulk_state AS ENUM ('waiting', 'sending', 'accepted', 'processing', 'completed', 'rejected', 'unknown', 'stopped');
CREATE TYPE decision_kind AS ENUM ('approve', 'reject', 'escalate', 'undo', 'reopen');
CREATE TYPE environment AS ENUM ('live', 'sandbox');
CREATE TYPE known_choice AS ENUM ('open', 'taken', 'anew');
CREATE TYPE match_result AS ENUM ('match', 'close_match', 'no_match', 'account_not_verifiable');
CREATE TYPE pause_reason AS ENUM ('user', 'credits', 'credentials', 'unknown', 'approval', 'known');
CREATE TYPE resolution_kind AS ENUM ('attached', 'not_billed', 'written_off');
CREATE TYPE review_event_kind AS ENUM ('claimed', 'taken_over', 'note', 'document');
CREATE TYPE review_policy AS ENUM ('one', 'two', 'two_to_approve');
CREATE TYPE review_state AS ENUM ('todo', 'second_approval', 'escalated', 'approved', 'rejected', 'superseded');
CREATE TYPE role AS ENUM ('analyst', 'reviewer', 'admin');
CREATE TYPE rule_outcome AS ENUM ('review', 'priority', 'approve', 'repeat', 'keep_out');
CREATE TYPE upload_state AS ENUM ('comparing', 'waiting', 'processing', 'paused', 'completed', 'stopped');
CREATE TYPE upstream_lane AS ENUM ('single_post', 'single_get', 'bulk', 'token', 'enrichment');
CREATE TYPE verification_source AS ENUM ('single', 'bulk', 'api');
CREATE TYPE verification_status AS ENUM ('pending', 'completed', 'failed', 'rejected', 'unknown', 'not_sent');

CREATE TABLE allowed_names (
  verification_id uuid NOT NULL,
  allowed_by_id uuid NOT NULL,
  allowed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT allowed_names_pkey PRIMARY KEY (verification_id)
);

CREATE TABLE api_keys (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by_id uuid,
  paced_until timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_at_most_a_year CHECK (expires_at > created_at AND expires_at <= (created_at + '367 days'::interval))
);
CREATE INDEX api_keys_owner_id_idx ON api_keys (owner_id);
COMMENT ON INDEX api_keys_owner_id_idx IS 'Account, API keys: mine; what ends with a person''s access';
CREATE UNIQUE INDEX api_keys_secret_hash_key ON api_keys (secret_hash);

CREATE TABLE attempts (
  id uuid NOT NULL,
  verification_id uuid,
  bulk_id uuid,
  connection_id uuid,
  number integer NOT NULL DEFAULT 1,
  state attempt_state NOT NULL DEFAULT 'ready',
  claimed_at timestamptz(3),
  send_deadline timestamptz(3),
  owner text,
  payload_sha256 text,
  http_status integer,
  upstream_code text,
  error_class text,
  upstream_id text,
  latency_ms integer,
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  due_at timestamptz(3),
  CONSTRAINT attempts_pkey PRIMARY KEY (id),
  CONSTRAINT attempts_one_subject CHECK (num_nonnulls(verification_id, bulk_id) = 1)
);
CREATE INDEX attempts_bulk_id_idx ON attempts (bulk_id);
COMMENT ON INDEX attempts_bulk_id_idx IS 'Upload: the requests of its batches';
CREATE INDEX attempts_created ON attempts USING brin (created_at);
COMMENT ON INDEX attempts_created IS 'Retention, every night: requests older than the long period';
CREATE INDEX attempts_in_doubt ON attempts (created_at)
  WHERE state = 'unknown';
COMMENT ON INDEX attempts_in_doubt IS 'Lost answers: what nobody settled yet';
CREATE UNIQUE INDEX attempts_one_live_per_bulk ON attempts (bulk_id)
  WHERE state IN ('ready', 'sending', 'accepted', 'unknown', 'attached');
CREATE UNIQUE INDEX attempts_one_live_per_verification ON attempts (verification_id)
  WHERE state IN ('ready', 'sending', 'accepted', 'unknown', 'attached');
CREATE INDEX attempts_sending ON attempts (send_deadline)
  WHERE state = 'sending';
COMMENT ON INDEX attempts_sending IS 'Sweep, every 3 seconds: what was sent and is overdue';
CREATE INDEX attempts_verification_id_idx ON attempts (verification_id);
COMMENT ON INDEX attempts_verification_id_idx IS 'Check: its latest request';
CREATE INDEX attempts_waiting_checks ON attempts (created_at)
  WHERE state = 'ready' AND verification_id IS NOT NULL;
COMMENT ON INDEX attempts_waiting_checks IS 'Check: whose turn it is';

CREATE TABLE audit_cut (
  id integer NOT NULL DEFAULT 1,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  removed integer NOT NULL,
  before timestamptz(3) NOT NULL,
  at timestamptz(3) NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT audit_cut_pkey PRIMARY KEY (id),
  CONSTRAINT audit_cut_single CHECK (id = 1)
);

CREATE TABLE audit_entries (
  seq bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  actor_id uuid,
  actor_kind text NOT NULL,
  actor_roles role[],
  action text NOT NULL,
  object_type text,
  object_id text,
  request_id text,
  address text,
  details jsonb NOT NULL,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (seq)
);
CREATE INDEX audit_entries_actor_id_at_idx ON audit_entries (actor_id, at DESC);
COMMENT ON INDEX audit_entries_actor_id_at_idx IS 'Audit log: of one person';
CREATE INDEX audit_entries_at_idx ON audit_entries (at DESC);
COMMENT ON INDEX audit_entries_at_idx IS 'Audit log: newest first, of a period';
CREATE INDEX audit_entries_object_type_object_id_idx ON audit_entries (object_type, object_id);
COMMENT ON INDEX audit_entries_object_type_object_id_idx IS 'Check and Upload: their part of the audit log';

CREATE TABLE audit_head (
  id integer NOT NULL DEFAULT 1,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  mac bytea,
  CONSTRAINT audit_head_pkey PRIMARY KEY (id),
  CONSTRAINT audit_head_single CHECK (id = 1)
);

CREATE TABLE breakers (
  connection_id uuid NOT NULL,
  kind breaker_kind NOT NULL,
  code text,
  open_since timestamptz(3),
  probe_from timestamptz(3),
  probe_at timestamptz(3),
  closed_at timestamptz(3),
  retries double precision NOT NULL DEFAULT 10,
  refused_size integer,
  taken_size integer,
  bulk_id uuid,
  probe_call bigint,
  CONSTRAINT breakers_pkey PRIMARY KEY (connection_id, kind)
);

CREATE TABLE bulks (
  id uuid NOT NULL,
  upload_id uuid NOT NULL,
  number integer NOT NULL,
  size integer NOT NULL,
  state bulk_state NOT NULL DEFAULT 'waiting',
  connection_id uuid,
  upstream_id text,
  reported jsonb,
  answered integer NOT NULL DEFAULT 0,
  withheld text,
  accepted_at timestamptz(3),
  last_movement_at timestamptz(3),
  next_poll_at timestamptz(3),
  poll_count integer NOT NULL DEFAULT 0,
  lease_owner text,
  lease_until timestamptz(3),
  lease_no integer NOT NULL DEFAULT 0,
  completed_at timestamptz(3),
  CONSTRAINT bulks_pkey PRIMARY KEY (id)
);
CREATE INDEX bulks_state_next_poll_at_idx ON bulks (state, next_poll_at);
COMMENT ON INDEX bulks_state_next_poll_at_idx IS 'Polling, twice a second: which batch is due';
CREATE UNIQUE INDEX bulks_upload_id_number_key ON bulks (upload_id, number);
CREATE UNIQUE INDEX bulks_upstream_id_key ON bulks (upstream_id);

CREATE TABLE closed_books (
  submission text NOT NULL,
  sent integer NOT NULL,
  acknowledged integer NOT NULL,
  refused integer NOT NULL,
  written_off integer NOT NULL,
  not_billed integer NOT NULL,
  rejected_items integer NOT NULL,
  booked integer NOT NULL,
  CONSTRAINT closed_books_pkey PRIMARY KEY (submission)
);

CREATE TABLE connections (
  id uuid NOT NULL,
  name text NOT NULL,
  base_url text NOT NULL,
  client_id text NOT NULL,
  secret_cipher bytea NOT NULL,
  secret_last4 text NOT NULL,
  secret_set_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  secret_set_by_id uuid,
  previous_secret_cipher bytea,
  previous_secret_until timestamptz(3),
  active boolean NOT NULL DEFAULT true,
  bulk_size integer NOT NULL DEFAULT 2000,
  token_cipher bytea,
  token_until timestamptz(3),
  token_requested_at timestamptz(3),
  last_test_at timestamptz(3),
  last_test_result text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  enrichment_reads text,
  enrichment_probed_at timestamptz(3),
  address_typed boolean NOT NULL DEFAULT false,
  enrichment_misses integer NOT NULL DEFAULT 0,
  enrichment_paused_until timestamptz(3),
  CONSTRAINT connections_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX connections_one_active ON connections ((true)) WHERE active;

CREATE TABLE credit_entries (
  id bigserial NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  kind text NOT NULL,
  amount bigint NOT NULL,
  attempt_id uuid,
  user_id uuid,
  note text,
  month text,
  CONSTRAINT credit_entries_pkey PRIMARY KEY (id),
  CONSTRAINT credit_entries_sum_is_bare CHECK (month IS NULL OR num_nonnulls(attempt_id, user_id, note) = 0)
);
CREATE INDEX credit_entries_at_idx ON credit_entries (at);
COMMENT ON INDEX credit_entries_at_idx IS 'Usage: of a period';
CREATE UNIQUE INDEX credit_entries_attempt_id_key ON credit_entries (attempt_id);
CREATE UNIQUE INDEX credit_entries_kind_month_key ON credit_entries (kind, month);

CREATE TABLE decisions (
  id uuid NOT NULL,
  review_id uuid NOT NULL,
  kind decision_kind NOT NULL,
  reason text,
  note text,
  decided_by_id uuid,
  evidence_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  undone_at timestamptz(3),
  rule_id uuid,
  earlier_id uuid,
  call_back jsonb,
  corrected_name text,
  CONSTRAINT decisions_pkey PRIMARY KEY (id),
  CONSTRAINT decisions_by_person_or_rule CHECK (num_nonnulls(decided_by_id, rule_id) = 1),
  CONSTRAINT decisions_call_back_shape CHECK (call_back IS NULL OR call_back ?& ARRAY['person', 'number', 'numberSource', 'calledAt', 'outcome']),
  CONSTRAINT decisions_corrected_name CHECK (corrected_name IS NULL OR kind = 'approve')
);
CREATE UNIQUE INDEX decisions_one_per_person ON decisions (review_id, decided_by_id)
  WHERE undone_at IS NULL AND kind IN ('approve', 'reject');
CREATE INDEX decisions_review_id_created_at_idx ON decisions (review_id, created_at);
COMMENT ON INDEX decisions_review_id_created_at_idx IS 'Review: its decisions';

CREATE TABLE documents (
  id uuid NOT NULL,
  review_id uuid NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  sha256 text NOT NULL,
  cipher bytea NOT NULL,
  added_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT documents_pkey PRIMARY KEY (id)
);
ALTER TABLE documents ALTER file_name SET STATISTICS 0;
CREATE INDEX documents_review_id_created_at_idx ON documents (review_id, created_at);
COMMENT ON INDEX documents_review_id_created_at_idx IS 'Review: its documents';

CREATE TABLE erasures (
  id uuid NOT NULL,
  kind text NOT NULL,
  digest bytea NOT NULL,
  subject_cipher bytea,
  reason text NOT NULL,
  requested_by_id uuid NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  confirmed_by_id uuid,
  confirmed_at timestamptz(3),
  refused_by_id uuid,
  refused_at timestamptz(3),
  applied_at timestamptz(3),
  erased jsonb NOT NULL DEFAULT '{}',
  tried_at timestamptz(3),
  CONSTRAINT erasures_pkey PRIMARY KEY (id),
  CONSTRAINT erasures_applied_after CHECK (confirmed_at IS NOT NULL OR applied_at IS NULL AND erased = '{}'),
  CONSTRAINT erasures_confirmed_when CHECK ((confirmed_by_id IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT erasures_kind CHECK (kind IN ('iban', 'name')),
  CONSTRAINT erasures_one_answer CHECK (num_nonnulls(confirmed_at, refused_at) <= 1),
  CONSTRAINT erasures_refused_when CHECK ((refused_by_id IS NULL) = (refused_at IS NULL)),
  CONSTRAINT erasures_two_people CHECK (confirmed_by_id <> requested_by_id)
);
CREATE UNIQUE INDEX erasures_one_open ON erasures (digest)
  WHERE confirmed_at IS NULL AND refused_at IS NULL;

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL,
  key uuid NOT NULL,
  route text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  body jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
ALTER TABLE idempotency_keys ALTER body SET STATISTICS 0;
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
COMMENT ON INDEX idempotency_keys_created_at_idx IS 'Retention, every night: answers older than a day';

CREATE TABLE identities (
  id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT identities_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX identities_issuer_subject_key ON identities (issuer, subject);
CREATE INDEX identities_user_id_idx ON identities (user_id);
COMMENT ON INDEX identities_user_id_idx IS 'People: who signs in by single sign-on';

CREATE TABLE legal_holds (
  id uuid NOT NULL,
  upload_id uuid,
  verification_id uuid,
  subject_kind text,
  subject_cipher bytea,
  reason text NOT NULL,
  placed_by_id uuid NOT NULL,
  placed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  released_by_id uuid,
  released_at timestamptz(3),
  CONSTRAINT legal_holds_pkey PRIMARY KEY (id),
  CONSTRAINT legal_holds_one_object CHECK (num_nonnulls(upload_id, verification_id, subject_cipher) = 1),
  CONSTRAINT legal_holds_released_when CHECK ((released_by_id IS NULL) = (released_at IS NULL)),
  CONSTRAINT legal_holds_say_why CHECK (length(reason) > 0),
  CONSTRAINT legal_holds_subject_kind CHECK ((subject_cipher IS NULL) = (subject_kind IS NULL) AND (subject_kind IN ('iban', 'name')))
);

CREATE TABLE name_lookups (
  user_id uuid NOT NULL,
  iban_digest bytea NOT NULL,
  name_digest bytea NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT name_lookups_pkey PRIMARY KEY (user_id, iban_digest, name_digest)
);
CREATE INDEX name_lookups_at_idx ON name_lookups (at);
COMMENT ON INDEX name_lookups_at_idx IS 'Check: lookups older than a day are forgotten';

CREATE TABLE password_links (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_by_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT password_links_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX password_links_token_hash_key ON password_links (token_hash);
CREATE INDEX password_links_user_id_idx ON password_links (user_id);
COMMENT ON INDEX password_links_user_id_idx IS 'People: the standing link of a person';

CREATE TABLE recovery_codes (
  code_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX recovery_codes_user_id_idx ON recovery_codes (user_id);
COMMENT ON INDEX recovery_codes_user_id_idx IS 'Account: how many codes are left';

CREATE TABLE resolutions (
  id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  kind resolution_kind NOT NULL,
  upstream_id text,
  reason text,
  evidence text,
  proposed_by_id uuid NOT NULL,
  proposed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  confirmed_by_id uuid,
  confirmed_at timestamptz(3),
  withdrawn_by_id uuid,
  withdrawn_at timestamptz(3),
  CONSTRAINT resolutions_pkey PRIMARY KEY (id),
  CONSTRAINT resolutions_confirmed_when CHECK ((confirmed_by_id IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT resolutions_say_why CHECK (
CASE kind
    WHEN 'attached' THEN upstream_id IS NOT NULL
    WHEN 'not_billed' THEN length(reason) > 0 AND length(evidence) > 0
    ELSE length(reason) > 0
END),
  CONSTRAINT resolutions_two_people CHECK (confirmed_by_id IS NULL OR confirmed_by_id <> proposed_by_id),
  CONSTRAINT resolutions_withdrawn_when CHECK (withdrawn_by_id IS NULL OR withdrawn_at IS NOT NULL)
);
CREATE INDEX resolutions_attempt_id_idx ON resolutions (attempt_id);
COMMENT ON INDEX resolutions_attempt_id_idx IS 'Lost answers: what was decided about a request';
CREATE UNIQUE INDEX resolutions_one_per_attempt ON resolutions (attempt_id)
  WHERE withdrawn_at IS NULL;

CREATE TABLE retention_runs (
  day text NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  lease_until timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  purged jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT retention_runs_pkey PRIMARY KEY (day)
);

CREATE TABLE review_events (
  id uuid NOT NULL,
  review_id uuid NOT NULL,
  kind review_event_kind NOT NULL,
  by_id uuid NOT NULL,
  note text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT review_events_pkey PRIMARY KEY (id)
);
CREATE INDEX review_events_review_id_created_at_idx ON review_events (review_id, created_at);
COMMENT ON INDEX review_events_review_id_created_at_idx IS 'Review: what happened';

CREATE TABLE review_rules (
  id uuid NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  results match_result[] DEFAULT ARRAY[]::match_result[],
  difference_types text[] DEFAULT ARRAY[]::text[],
  sources verification_source[] DEFAULT ARRAY[]::verification_source[],
  countries text[] DEFAULT ARRAY[]::text[],
  reference_pattern text,
  outcome rule_outcome NOT NULL DEFAULT 'review',
  policy review_policy,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at timestamptz(3),
  CONSTRAINT review_rules_pkey PRIMARY KEY (id),
  CONSTRAINT review_rules_approve_format CHECK (outcome <> 'approve' OR cardinality(difference_types) > 0 AND difference_types <@ ARRAY['capital_letters', 'punctuation'])
);
CREATE UNIQUE INDEX review_rules_position ON review_rules ("position")
  WHERE deleted_at IS NULL;

CREATE TABLE reviews (
  id uuid NOT NULL,
  verification_id uuid NOT NULL,
  environment environment NOT NULL,
  state review_state NOT NULL DEFAULT 'todo',
  match_result match_result NOT NULL,
  difference_types text[],
  upload_id uuid,
  requested_by_id uuid NOT NULL,
  evidence_hash text NOT NULL,
  claimed_by_id uuid,
  claimed_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  decided_at timestamptz(3),
  source verification_source NOT NULL DEFAULT 'single',
  rank integer NOT NULL DEFAULT 1,
  policy review_policy,
  rule_id uuid,
  awaits_rule boolean NOT NULL DEFAULT false,
  CONSTRAINT reviews_pkey PRIMARY KEY (id)
);
CREATE INDEX reviews_awaits_rule ON reviews (created_at) WHERE awaits_rule;
COMMENT ON INDEX reviews_awaits_rule IS 'Rules, every second: what they have not decided yet';
CREATE INDEX reviews_by_result ON reviews (environment, state, match_result, rank, created_at, id);
COMMENT ON INDEX reviews_by_result IS 'Review: the queue of one result';
CREATE INDEX reviews_by_source ON reviews (environment, state, source, rank, created_at, id);
COMMENT ON INDEX reviews_by_source IS 'Review: the queue of one source';
CREATE INDEX reviews_decided ON reviews (environment, decided_at DESC, id DESC)
  WHERE state IN ('approved', 'rejected');
COMMENT ON INDEX reviews_decided IS 'Review: decided, newest first';
CREATE INDEX reviews_environment_state_rank_created_at_id_idx ON reviews (environment, state, rank, created_at, id);
COMMENT ON INDEX reviews_environment_state_rank_created_at_id_idx IS 'Review: the queue; Home: how many wait';
CREATE INDEX reviews_open_differences ON reviews USING gin (difference_types)
  WHERE state IN ('todo', 'second_approval', 'escalated');
COMMENT ON INDEX reviews_open_differences IS 'Review: the queue of some differences';
CREATE INDEX reviews_requested_by_id_environment_state_rank_created_at_id_id ON reviews (requested_by_id, environment, state, rank, created_at, id);
COMMENT ON INDEX reviews_requested_by_id_environment_state_rank_created_at_id_id IS 'Review: the queue of an analyst''s own checks';
CREATE INDEX reviews_upload_id_state_idx ON reviews (upload_id, state);
COMMENT ON INDEX reviews_upload_id_state_idx IS 'Upload: how many reviews are open';
CREATE UNIQUE INDEX reviews_verification_id_key ON reviews (verification_id);

CREATE TABLE saved_views (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  shared boolean NOT NULL DEFAULT false,
  filters jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id)
);
ALTER TABLE saved_views ALTER name SET STATISTICS 0;
ALTER TABLE saved_views ALTER filters SET STATISTICS 0;
CREATE UNIQUE INDEX saved_views_owner_id_name_key ON saved_views (owner_id, name);

CREATE TABLE second_factors (
  user_id uuid NOT NULL,
  secret_cipher bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  confirmed_at timestamptz(3),
  last_step bigint NOT NULL DEFAULT 0,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id)
);

CREATE TABLE sessions (
  id uuid NOT NULL,
  sid_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  revoked_at timestamptz(3),
  device text,
  confirmed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  method text NOT NULL DEFAULT 'password',
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX sessions_sid_hash_key ON sessions (sid_hash);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
COMMENT ON INDEX sessions_user_id_idx IS 'Account: my sessions; what ends with a person''s access';

CREATE TABLE settings (
  key text NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);

CREATE TABLE sign_in_failures (
  id uuid NOT NULL,
  account bytea NOT NULL,
  address text,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  settled boolean NOT NULL DEFAULT false,
  guesser text,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_failures_account_at_idx ON sign_in_failures (account, at);
COMMENT ON INDEX sign_in_failures_account_at_idx IS 'Sign-in: failures of an account';
CREATE INDEX sign_in_failures_at_idx ON sign_in_failures (at);
COMMENT ON INDEX sign_in_failures_at_idx IS 'Sign-in: failures everywhere; retention: old ones';

CREATE TABLE upload_approvals (
  upload_id uuid NOT NULL,
  causes text[],
  credits integer NOT NULL,
  asked_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  approved boolean,
  decided_by_id uuid,
  decided_at timestamptz(3),
  reason text,
  CONSTRAINT upload_approvals_pkey PRIMARY KEY (upload_id),
  CONSTRAINT upload_approvals_decided CHECK ((approved IS NULL) = (decided_by_id IS NULL) AND (approved IS NULL) = (decided_at IS NULL)),
  CONSTRAINT upload_approvals_has_cause CHECK (COALESCE(cardinality(causes), 0) > 0),
  CONSTRAINT upload_approvals_say_why CHECK (approved IS NOT FALSE OR COALESCE(length(reason), 0) > 0)
);

CREATE TABLE upload_originals (
  upload_id uuid NOT NULL,
  cipher bytea NOT NULL,
  bytes integer NOT NULL,
  CONSTRAINT upload_originals_pkey PRIMARY KEY (upload_id)
);

CREATE TABLE upload_rows (
  upload_id uuid NOT NULL,
  number integer NOT NULL,
  verification_id uuid,
  name text,
  reference text,
  not_sent_code text,
  edited boolean NOT NULL DEFAULT false,
  CONSTRAINT upload_rows_pkey PRIMARY KEY (upload_id, number),
  CONSTRAINT upload_rows_kept_or_not_sent CHECK (verification_id IS NOT NULL OR not_sent_code IS NOT NULL)
);
CREATE INDEX upload_rows_reference ON upload_rows (reference)
  WHERE reference IS NOT NULL;
COMMENT ON INDEX upload_rows_reference IS 'History: the reference of a row';
CREATE INDEX upload_rows_verification_id_idx ON upload_rows (verification_id);
COMMENT ON INDEX upload_rows_verification_id_idx IS 'History and Check: the rows of a check';

CREATE TABLE uploads (
  id uuid NOT NULL,
  environment environment NOT NULL DEFAULT 'live',
  file_name text NOT NULL,
  file_hash text NOT NULL,
  reading jsonb NOT NULL,
  file_rows integer NOT NULL,
  total integer NOT NULL,
  not_sent integer NOT NULL,
  state upload_state NOT NULL DEFAULT 'waiting',
  pause_reason pause_reason,
  version bigint NOT NULL DEFAULT 1,
  connection_id uuid,
  created_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  count_match integer NOT NULL DEFAULT 0,
  count_close_match integer NOT NULL DEFAULT 0,
  count_no_match integer NOT NULL DEFAULT 0,
  count_account_not_verifiable integer NOT NULL DEFAULT 0,
  count_failed integer NOT NULL DEFAULT 0,
  count_rejected integer NOT NULL DEFAULT 0,
  count_unknown integer NOT NULL DEFAULT 0,
  count_waiting integer NOT NULL DEFAULT 0,
  purged_at timestamptz(3),
  comparison jsonb,
  known_choice known_choice,
  known_rows integer NOT NULL DEFAULT 0,
  known_credits integer NOT NULL DEFAULT 0,
  CONSTRAINT uploads_pkey PRIMARY KEY (id),
  CONSTRAINT uploads_counts_add_up CHECK (total = (count_match + count_close_match + count_no_match + count_account_not_verifiable + count_failed + count_rejected + count_unknown + count_waiting) AND LEAST(count_match, count_close_match, count_no_match, count_account_not_verifiable, count_failed, count_rejected, count_unknown, count_waiting) >= 0),
  CONSTRAINT uploads_known_rows CHECK (known_choice IS NULL AND known_rows = 0 AND known_credits = 0 OR known_choice IS NOT NULL AND known_rows >= known_credits AND known_credits >= 0),
  CONSTRAINT uploads_rows_add_up CHECK (file_rows = (total + not_sent))
);
CREATE INDEX uploads_created_at_idx ON uploads (created_at DESC);
COMMENT ON INDEX uploads_created_at_idx IS 'Bulk: newest first';
CREATE INDEX uploads_created_by_id_created_at_idx ON uploads (created_by_id, created_at DESC);
COMMENT ON INDEX uploads_created_by_id_created_at_idx IS 'Bulk: mine, newest first';
CREATE INDEX uploads_unpurged ON uploads (created_at)
  WHERE purged_at IS NULL;
COMMENT ON INDEX uploads_unpurged IS 'Retention, every night: uploads that are due';

CREATE TABLE upstream_calls (
  id bigserial NOT NULL,
  connection_id uuid NOT NULL,
  lane upstream_lane NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  failed boolean,
  user_id uuid,
  CONSTRAINT upstream_calls_pkey PRIMARY KEY (id)
);
CREATE INDEX upstream_calls_connection_id_lane_at_idx ON upstream_calls (connection_id, lane, at);
COMMENT ON INDEX upstream_calls_connection_id_lane_at_idx IS 'Check: what is left of the minute';

CREATE TABLE upstream_paces (
  connection_id uuid NOT NULL,
  lane upstream_lane NOT NULL,
  factor double precision NOT NULL DEFAULT 1,
  slowed_at timestamptz(3),
  held_until timestamptz(3),
  CONSTRAINT upstream_paces_pkey PRIMARY KEY (connection_id, lane)
);

CREATE TABLE user_preferences (
  user_id uuid NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT user_preferences_pkey PRIMARY KEY (user_id, key)
);

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  roles role[],
  time_zone text,
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_sign_in_at timestamptz(3),
  failed_sign_ins integer NOT NULL DEFAULT 0,
  decides_from timestamptz(3),
  held_by uuid[] DEFAULT '{}',
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email_key ON users (email);

CREATE TABLE verifications (
  id uuid NOT NULL,
  environment environment NOT NULL,
  source verification_source NOT NULL,
  iban text NOT NULL,
  name text NOT NULL,
  name_search text NOT NULL,
  country char(2) NOT NULL,
  bank_code text,
  bank_name text,
  reference text,
  purpose text,
  note text,
  sandbox_result text,
  status verification_status NOT NULL DEFAULT 'pending',
  match_result match_result,
  matched_name text,
  status_reason text,
  unrecognised text,
  enrichment jsonb,
  raw_cipher bytea,
  upstream_id text,
  comparison jsonb,
  evidence_hash text,
  problem_code text,
  connection_id uuid,
  requested_by_id uuid NOT NULL,
  previous_id uuid,
  upload_id uuid,
  bulk_id uuid,
  item_index integer,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  answered_at timestamptz(3),
  duration_ms integer,
  enrichment_asked_at timestamptz(3),
  purged_at timestamptz(3),
  known_id uuid,
  CONSTRAINT verifications_pkey PRIMARY KEY (id),
  CONSTRAINT verifications_matched_name_on_close_match CHECK (matched_name IS NULL OR match_result = 'close_match'),
  CONSTRAINT verifications_result_when_completed CHECK ((status = 'completed') = (match_result IS NOT NULL)),
  CONSTRAINT verifications_sandbox_result_in_sandbox CHECK (sandbox_result IS NULL OR environment = 'sandbox')
);
CREATE INDEX verifications_awaited ON verifications (created_at)
  WHERE status = 'pending' AND bulk_id IS NULL AND upstream_id IS NOT NULL;
COMMENT ON INDEX verifications_awaited IS 'Awaited answers, every 30 seconds';
CREATE UNIQUE INDEX verifications_bulk_id_item_index_key ON verifications (bulk_id, item_index);
CREATE INDEX verifications_by_bank ON verifications (bank_code, environment, created_at DESC, id DESC)
  WHERE bank_code IS NOT NULL;
COMMENT ON INDEX verifications_by_bank IS 'History: of one bank, newest first; which banks there are';
CREATE INDEX verifications_by_country ON verifications (environment, country, created_at DESC, id DESC);
COMMENT ON INDEX verifications_by_country IS 'History: of one country, newest first; which countries there are';
CREATE INDEX verifications_by_result ON verifications (environment, match_result, created_at DESC, id DESC)
  WHERE match_result <> 'match';
COMMENT ON INDEX verifications_by_result IS 'History: of one result, newest first';
CREATE INDEX verifications_by_status ON verifications (environment, status, created_at DESC, id DESC)
  WHERE status <> 'completed';
COMMENT ON INDEX verifications_by_status IS 'History: of one outcome without a result, newest first; Home: lost answers';
CREATE INDEX verifications_enrichment_of_upload ON verifications (upload_id)
  WHERE source = 'bulk' AND country = 'FR' AND status = 'completed' AND enrichment IS NULL AND enrichment_asked_at IS NULL AND upstream_id IS NOT NULL;
COMMENT ON INDEX verifications_enrichment_of_upload IS 'Upload: does a row still wait for its bank';
CREATE INDEX verifications_enrichment_pending ON verifications (connection_id, enrichment_asked_at)
  WHERE status = 'completed' AND environment = 'live' AND upstream_id IS NOT NULL AND (enrichment ->> 'status') = 'pending';
COMMENT ON INDEX verifications_enrichment_pending IS 'Bank''s BIC and name, every 5 seconds: asked for again';
CREATE INDEX verifications_enrichment_wanted ON verifications (connection_id, answered_at)
  WHERE source = 'bulk' AND country = 'FR' AND status = 'completed' AND enrichment IS NULL AND enrichment_asked_at IS NULL AND upstream_id IS NOT NULL;
COMMENT ON INDEX verifications_enrichment_wanted IS 'Bank''s BIC and name, every 5 seconds: not asked for yet';
CREATE INDEX verifications_held_back ON verifications (created_at)
  WHERE problem_code = 'second_person_required';
COMMENT ON INDEX verifications_held_back IS 'Home: what waits for a second person';
CREATE INDEX verifications_iban_end ON verifications (reverse(iban) text_pattern_ops);
COMMENT ON INDEX verifications_iban_end IS 'History: an IBAN that ends so';
CREATE INDEX verifications_iban_start ON verifications (iban text_pattern_ops);
COMMENT ON INDEX verifications_iban_start IS 'History: an IBAN, or its beginning; Check: names tried on an IBAN';
CREATE INDEX verifications_known ON verifications (upload_id)
  WHERE known_id IS NOT NULL;
COMMENT ON INDEX verifications_known IS 'Upload: the offered known answers';
CREATE INDEX verifications_lower_name ON verifications (lower(name), environment);
COMMENT ON INDEX verifications_lower_name IS 'Review: other IBANs of the same name';
CREATE INDEX verifications_name_search ON verifications USING gin (name_search gin_trgm_ops);
COMMENT ON INDEX verifications_name_search IS 'History: a name that contains a text; an erasure or a hold by name';
CREATE INDEX verifications_newest ON verifications (environment, created_at DESC, id DESC) INCLUDE (status, match_result);
COMMENT ON INDEX verifications_newest IS 'History: newest first; Home: results per day';
CREATE INDEX verifications_newest_of_person ON verifications (requested_by_id, environment, created_at DESC, id DESC) INCLUDE (status, match_result);
COMMENT ON INDEX verifications_newest_of_person IS 'History: mine, newest first; Home: my results per day';
CREATE INDEX verifications_previous_id ON verifications (previous_id)
  WHERE previous_id IS NOT NULL;
COMMENT ON INDEX verifications_previous_id IS 'Upload: was this row tried again; Lost answers: was this check';
CREATE INDEX verifications_purged_with_id ON verifications (created_at)
  WHERE purged_at IS NOT NULL AND upstream_id IS NOT NULL;
COMMENT ON INDEX verifications_purged_with_id IS 'Retention, every night: provider''s ids older than the long period';
CREATE INDEX verifications_purpose ON verifications (environment, purpose, created_at DESC, id DESC)
  WHERE purpose IS NOT NULL;
CREATE INDEX verifications_reference ON verifications (reference, environment)
  WHERE reference IS NOT NULL;
COMMENT ON INDEX verifications_reference IS 'History: a reference; Review: other IBANs of the same reference';
CREATE INDEX verifications_unpurged ON verifications (created_at, id)
  WHERE purged_at IS NULL;
COMMENT ON INDEX verifications_unpurged IS 'Retention, every night: checks that are due';
CREATE INDEX verifications_upload_id_idx ON verifications (upload_id);
COMMENT ON INDEX verifications_upload_id_idx IS 'Upload: its checks';
CREATE INDEX verifications_upstream_id ON verifications (upstream_id)
  WHERE upstream_id IS NOT NULL;
COMMENT ON INDEX verifications_upstream_id IS 'History: the id of the bank service';

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event text NOT NULL,
  event_id uuid NOT NULL,
  payload text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  due_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP,
  tries integer NOT NULL DEFAULT 0,
  tried_at timestamptz(3),
  delivered_at timestamptz(3),
  http_status integer,
  problem_code text,
  duration_ms integer,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at)
  WHERE due_at IS NOT NULL;
COMMENT ON INDEX webhook_deliveries_due IS 'Webhooks, every second: what is due';
CREATE INDEX webhook_deliveries_webhook_id_created_at_idx ON webhook_deliveries (webhook_id, created_at);
COMMENT ON INDEX webhook_deliveries_webhook_id_created_at_idx IS 'Webhooks: the log of one';

CREATE TABLE webhooks (
  id uuid NOT NULL,
  url text NOT NULL,
  events text[],
  secret_cipher bytea NOT NULL,
  previous_cipher bytea,
  previous_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  disabled_at timestamptz(3),
  disabled_why text,
  created_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id)
);

CREATE TABLE worker_heartbeats (
  id text NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  CONSTRAINT worker_heartbeats_pkey PRIMARY KEY (id)
);

-- References ---------------------------------------------------------------------------------------------------------
ALTER TABLE allowed_names
  ADD CONSTRAINT allowed_names_allowed_by_id_fkey FOREIGN KEY (allowed_by_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT allowed_names_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verifications (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE api_keys
  ADD CONSTRAINT api_keys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE attempts
  ADD CONSTRAINT attempts_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulks (id) ON UPDATE CASCADE ON DELETE SET NULL,
  ADD CONSTRAINT attempts_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verifications (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE bulks
  ADD CONSTRAINT bulks_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE decisions
  ADD CONSTRAINT decisions_earlier_id_fkey FOREIGN KEY (earlier_id) REFERENCES decisions (id) ON UPDATE CASCADE ON DELETE SET NULL,
  ADD CONSTRAINT decisions_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT decisions_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES review_rules (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE documents
  ADD CONSTRAINT documents_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE identities
  ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE name_lookups
  ADD CONSTRAINT name_lookups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE password_links
  ADD CONSTRAINT password_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE recovery_codes
  ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE resolutions
  ADD CONSTRAINT resolutions_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES attempts (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT resolutions_confirmed_by_id_fkey FOREIGN KEY (confirmed_by_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT resolutions_proposed_by_id_fkey FOREIGN KEY (proposed_by_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE review_events
  ADD CONSTRAINT review_events_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE reviews
  ADD CONSTRAINT reviews_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES review_rules (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT reviews_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verifications (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE second_factors
  ADD CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE sessions
  ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE upload_approvals
  ADD CONSTRAINT upload_approvals_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT upload_approvals_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE upload_originals
  ADD CONSTRAINT upload_originals_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE upload_rows
  ADD CONSTRAINT upload_rows_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT upload_rows_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verifications (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE uploads
  ADD CONSTRAINT uploads_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE verifications
  ADD CONSTRAINT verifications_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulks (id) ON UPDATE CASCADE ON DELETE SET NULL,
  ADD CONSTRAINT verifications_known_id_fkey FOREIGN KEY (known_id) REFERENCES verifications (id) ON UPDATE CASCADE ON DELETE SET NULL,
  ADD CONSTRAINT verifications_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES verifications (id) ON UPDATE CASCADE ON DELETE SET NULL,
  ADD CONSTRAINT verifications_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT verifications_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE webhook_deliveries
  ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Rows every office begins with --------------------------------------------------------------------------------------
INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '\x00');
INSERT INTO review_rules (id, position, name, enabled, results, difference_types, outcome) VALUES
  (gen_random_uuid(), 1, 'Letters, spacing and punctuation', false, '{close_match}', '{capital_letters,punctuation}', 'approve'),
  (gen_random_uuid(), 2, 'Close matches', true, '{close_match}', '{}', 'review'),
  (gen_random_uuid(), 3, 'No matches', true, '{no_match}', '{}', 'review'),
  (gen_random_uuid(), 4, 'Not verifiable', true, '{account_not_verifiable}', '{}', 'review');
