-- Mails that are to be sent. Any worker takes some and sends them; when it dies, another one does. A row is made in
-- the transaction of what it tells, so that none is missing and none tells of what did not happen.
create table mails (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  template text not null,
  -- What the template says, links with tokens included: emptied when it is sent.
  "values" jsonb not null default '{}',
  recipient text not null,
  locale text not null,
  -- The same at each attempt, so that who gets it twice can tell.
  message_id text not null,
  created_at timestamptz not null,
  -- After which nobody would want it; null: see the services.
  expires_at timestamptz,
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Until when a worker is busy with it; when that has passed, it has died.
  leased_until timestamptz not null default '-infinity',
  sent_at timestamptz,
  -- It was given up: somebody has to look.
  failed_at timestamptz,
  last_error text,
  primary key (realm_id, id)
);
-- Finds what is due, each second.
create index mails_due on mails (due_at) where sent_at is null and failed_at is null;
-- Finds what was given up, and what may be forgotten.
create index mails_failed on mails (failed_at) where failed_at is not null;
create index mails_sent on mails (sent_at) where sent_at is not null;
