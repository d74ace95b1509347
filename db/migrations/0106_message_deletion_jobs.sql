-- Messages that an administrator had deleted with the account that sent them, a job for each account. Any worker deletes a batch, under a
-- lease; when it dies, another one goes on.
create table message_deletion_jobs (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null,
  -- the administrator, whose clients are told of public channels that they have not subscribed to
  acting_user_id bigint not null,
  in_public_channels boolean not null,
  in_private_channels boolean not null,
  in_conversations boolean not null,
  requested_at timestamptz not null default now(),
  -- messages from this id on have been seen; null: none has
  below_id bigint,
  deleted_messages integer not null default 0,
  -- number of the last attempt; only its worker may go on deleting
  attempts integer not null default 0,
  -- end of the lease
  due_at timestamptz not null default now(),
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade,
  foreign key (realm_id, acting_user_id) references users (realm_id, id) on delete cascade
);
-- Finds the job that a worker goes on with next; usually empty.
create index message_deletion_jobs_due on message_deletion_jobs (due_at);
-- One job of an account at a time; a reactivation removes it.
create unique index message_deletion_jobs_user on message_deletion_jobs (realm_id, user_id);
