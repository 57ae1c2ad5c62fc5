-- The verification service keeps everything in its own schema and never looks into another one.
CREATE SCHEMA IF NOT EXISTS service;

-- Values the processes of the service share, such as the key that signs tokens.
CREATE TABLE service.settings (
  key   text PRIMARY KEY,
  value text NOT NULL
);

-- The balance is the sum of the client's ledger lines; both move in one transaction, under the row's lock.
CREATE TABLE service.clients (
  id         text PRIMARY KEY,
  balance    bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE service.ledger (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id  text NOT NULL REFERENCES service.clients,
  reason     text NOT NULL CHECK (reason IN ('grant', 'single', 'bulk')),
  subject_id uuid,
  change     bigint NOT NULL CHECK ((reason = 'grant') OR change < 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ledger_client ON service.ledger (client_id, id);
-- One submission is debited once, whatever happens.
CREATE UNIQUE INDEX ledger_subject ON service.ledger (subject_id) WHERE subject_id IS NOT NULL;

CREATE TABLE service.bulks (
  id          uuid PRIMARY KEY,
  client_id   text NOT NULL REFERENCES service.clients,
  total_items integer NOT NULL CHECK (total_items BETWEEN 1 AND 2000),
  created_at  timestamptz NOT NULL,
  started_at  timestamptz,
  finished_at timestamptz,
  -- When the bulk was last handed to the queue: the sweep hands over again what nobody works on.
  queued_at   timestamptz NOT NULL
);
CREATE INDEX bulks_unfinished ON service.bulks (queued_at) WHERE finished_at IS NULL;

-- Single checks, sandbox checks and items of bulks: one table, so that every id can be read again.
CREATE TABLE service.verifications (
  id            uuid PRIMARY KEY,
  client_id     text NOT NULL REFERENCES service.clients,
  kind          text NOT NULL CHECK (kind IN ('single', 'item', 'sandbox')),
  bulk_id       uuid REFERENCES service.bulks,
  item_index    integer,
  -- Absent for a rejected item: what was wrong with it is not kept.
  iban          text,
  name          text,
  status        text NOT NULL CHECK (status IN ('pending', 'completed', 'failed', 'rejected')),
  match_result  text CHECK (match_result IN ('match', 'close_match', 'no_match', 'account_not_verifiable')),
  matched_name  text,
  status_reason text,
  created_at    timestamptz NOT NULL,
  answered_at   timestamptz,
  CHECK ((kind = 'item') = (bulk_id IS NOT NULL AND item_index IS NOT NULL)),
  CHECK ((status = 'completed') = (match_result IS NOT NULL)),
  CHECK (matched_name IS NULL OR match_result = 'close_match'),
  CHECK (status <> 'rejected' OR kind = 'item')
);
CREATE UNIQUE INDEX verifications_item ON service.verifications (bulk_id, item_index) WHERE bulk_id IS NOT NULL;
CREATE INDEX verifications_pending ON service.verifications (bulk_id, item_index) WHERE status = 'pending';

-- A final answer never changes, and counters therefore never go back.
CREATE FUNCTION service.keep_final_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'verification % already has its final answer', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_final_answers BEFORE UPDATE ON service.verifications
  FOR EACH ROW EXECUTE FUNCTION service.keep_final_answers();

-- Holders of simulated accounts that no register holds: fixed by the first name asked for the account.
-- No name means the bank never answers with one: `nature` says what it does instead.
CREATE TABLE service.holders (
  iban       text PRIMARY KEY,
  nature     text NOT NULL,
  name       text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Requests of the last minute per client and kind of request.
CREATE TABLE service.rate_windows (
  client_id text NOT NULL,
  bucket    text NOT NULL,
  hits      timestamptz[] NOT NULL,
  PRIMARY KEY (client_id, bucket)
);

-- Takes one place in the sliding window. Returns 0 when there was one, otherwise the milliseconds until
-- the oldest request leaves the window. The row lock makes it exact for any number of processes, and the
-- clock is read after the lock was obtained.
CREATE FUNCTION service.take_place(wanted_client text, wanted_bucket text, places integer, span interval)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  live   timestamptz[];
BEGIN
  INSERT INTO service.rate_windows VALUES (wanted_client, wanted_bucket, '{}') ON CONFLICT DO NOTHING;
  SELECT hits INTO live FROM service.rate_windows
    WHERE client_id = wanted_client AND bucket = wanted_bucket FOR UPDATE;
  moment := clock_timestamp();
  live := ARRAY(SELECT hit FROM unnest(live) AS hit WHERE hit > moment - span ORDER BY hit);
  IF cardinality(live) >= places THEN
    RETURN greatest(1, ceil(extract(epoch FROM live[1] + span - moment) * 1000)::integer);
  END IF;
  UPDATE service.rate_windows SET hits = live || moment
    WHERE client_id = wanted_client AND bucket = wanted_bucket;
  RETURN 0;
END $$;
