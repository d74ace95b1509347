-- Events that committed transactions owe to clients. A row is written in the same
-- transaction as the change it tells of, and deleted once the event queues have it:
-- a worker that dies in between leaves the row for another to relay.

create table outbox (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  -- {event, audience, overlay} as JSON text; nothing looks inside
  body text not null,
  -- changes of state must reach clients in the order of their commits; messages need not
  in_order boolean not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, id)
);
-- Tells whether changes of state are still on their way. Usually empty.
create index outbox_in_order on outbox (realm_id, id) where in_order;
-- The sweep for rows that nobody relayed.
create index outbox_created_at on outbox (created_at);
