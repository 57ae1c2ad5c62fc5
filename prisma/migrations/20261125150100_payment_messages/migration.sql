-- A file may hold several messages: a bank's report names the MsgId of any of them.
CREATE TABLE payment_messages (
  upload_id uuid NOT NULL,
  number integer NOT NULL,
  message_id text NOT NULL,
  batch integer NOT NULL,
  CONSTRAINT payment_messages_pkey PRIMARY KEY (upload_id, number)
);
ALTER TABLE payment_messages ADD CONSTRAINT payment_messages_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES payment_runs (upload_id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX payment_messages_message_id_idx ON payment_messages (message_id);
COMMENT ON INDEX payment_messages_message_id_idx IS 'Payments: the run that a report answers';

INSERT INTO payment_messages (upload_id, number, message_id, batch)
SELECT upload_id, 1, message_id, 0 FROM payment_runs WHERE message_id IS NOT NULL;
