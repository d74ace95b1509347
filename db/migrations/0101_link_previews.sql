-- Facts that pages state about themselves, read when a message linked them; kept until they are too old or too many.
create table link_previews (
  realm_id bigint not null references realms (id) on delete cascade,
  -- as the message links it
  url text not null,
  -- all three are empty if the page could not be read, or states nothing
  title text not null default '',
  description text not null default '',
  image_url text not null default '',
  expires_at timestamptz not null,
  primary key (realm_id, url)
);
create index link_previews_expiry on link_previews (expires_at);

-- Messages whose links have no preview yet. A row is written in the transaction of the message or its edit, and
-- deleted once the message shows the previews. Usually empty.
create table link_preview_jobs (
  realm_id bigint not null,
  message_id bigint not null,
  urls text[] not null,
  -- address of the realm as the sending client knows it, so that links to it stay relative; empty: unknown
  realm_url text not null,
  -- raised by each edit: a worker that began earlier must not delete the job
  revision integer not null default 1,
  attempts integer not null default 0,
  -- a worker that takes a job moves this to when others may take it for lost
  due_at timestamptz not null default now(),
  primary key (realm_id, message_id),
  foreign key (realm_id, message_id) references messages (realm_id, id) on delete cascade
);
create index link_preview_jobs_due on link_preview_jobs (due_at);
