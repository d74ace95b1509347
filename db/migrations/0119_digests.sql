-- The mails that sum up a week: how far the job that enqueues them has come in each organization.
create table digest_progress (
  realm_id bigint primary key references realms (id) on delete cascade,
  -- the day (UTC) whose digests are enqueued, and the last account that was looked at
  day date not null,
  after_user_id bigint not null default 0,
  -- time of the last batch
  looked_at timestamptz not null,
  is_finished boolean not null default false
);
