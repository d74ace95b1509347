-- Tells a database that was restored from a dump from the one that went on: the epoch is replaced whenever events were
-- written since, and Redis remembers the latest one. Workers make the row.

create table database_epochs (
  is_single boolean primary key default true check (is_single),
  epoch uuid not null,
  previous uuid,
  -- the last value of outbox_id_seq when the epoch began
  position bigint not null
);
