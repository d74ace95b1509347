-- What bots call and what they keep, and what a realm turns into links.

-- The service behind an outgoing-webhook bot.
create table bot_services (
  realm_id bigint not null,
  bot_id bigint not null,
  name text not null,
  base_url text not null,
  -- 1 generic, 2 Slack-style
  interface smallint not null check (interface in (1, 2)),
  -- tells the service that it is called by this server
  token text not null,
  primary key (realm_id, bot_id),
  foreign key (realm_id, bot_id) references users (realm_id, id) on delete cascade
);

-- Messages that services have not been told of yet. A row is written in the transaction of the
-- message and deleted once its service has answered, so no crash loses one. Usually empty.
create table webhook_jobs (
  realm_id bigint not null,
  id bigint generated always as identity,
  bot_id bigint not null,
  trigger text not null check (trigger in ('mention', 'direct_message')),
  -- the message as the service is told of it, JSON
  message text not null,
  attempts integer not null default 0,
  -- a worker that takes a job moves this to when others may take it for lost
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (realm_id, id),
  foreign key (realm_id, bot_id) references users (realm_id, id) on delete cascade
);
-- Finds what is to be done next.
create index webhook_jobs_due on webhook_jobs (due_at);

-- What bots keep between their runs.
create table bot_storage (
  realm_id bigint not null,
  bot_id bigint not null,
  key text not null,
  value text not null,
  primary key (realm_id, bot_id, key),
  foreign key (realm_id, bot_id) references users (realm_id, id) on delete cascade
);

-- Patterns that become links in messages and topics, such as #123.
create table realm_linkifiers (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  pattern text not null,
  url_template text not null,
  -- the first that matches wins
  position integer not null,
  primary key (realm_id, id)
);
-- Keeps patterns unique.
create unique index realm_linkifiers_pattern on realm_linkifiers (realm_id, md5(pattern));

-- Another one whenever the linkifiers change, so that workers know what they remember by it; null:
-- the realm has none.
alter table realms add column linkifiers_version text;
