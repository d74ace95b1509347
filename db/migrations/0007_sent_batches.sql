-- Messages that arrive together are stored by one statement, which commits by itself. A worker
-- that loses its connection meanwhile sends the statement again, and needs to know whether the
-- first one came through: clients repeat what was answered with an error.

create table sent_batches (
  -- one worker, from its start to its end
  lane text primary key,
  -- number of the last batch that the lane has stored
  batch bigint not null,
  -- ids that its messages and their outbox rows got, in order; null for what was not stored
  message_ids bigint[] not null,
  outbox_ids bigint[] not null,
  stored_at timestamptz not null default now()
) with (fillfactor = 50);
