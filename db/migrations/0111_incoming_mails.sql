-- Mails that come in: to streams, and as answers to mails about missed messages.

-- Addresses of streams. A person gets one for each stream and sender.
create table stream_addresses (
  realm_id bigint not null references realms (id) on delete cascade,
  stream_id bigint not null,
  -- the person who asked for the address
  creator_id bigint not null,
  -- the account that sends the messages: the creator, a bot of theirs, or Email Gateway
  sender_id bigint not null,
  -- readable, since clients show the address again and again
  token text not null check (token ~ '^[0-9a-f]{32}$'),
  primary key (realm_id, stream_id, creator_id, sender_id),
  foreign key (realm_id, stream_id) references streams (realm_id, id) on delete cascade,
  foreign key (realm_id, creator_id) references users (realm_id, id) on delete cascade,
  foreign key (realm_id, sender_id) references users (realm_id, id) on delete cascade
);
-- Finds the stream of a recipient.
create unique index stream_addresses_token on stream_addresses (token);

-- Addresses to which the recipient of one mail about missed messages can answer.
create table reply_addresses (
  realm_id bigint not null references realms (id) on delete cascade,
  token_hash text not null,
  user_id bigint not null,
  -- a message of the conversation, which may be moved or deleted meanwhile
  message_id bigint not null,
  expires_at timestamptz not null,
  uses integer not null default 0,
  primary key (realm_id, token_hash),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
-- Finds the conversation of a recipient.
create unique index reply_addresses_token on reply_addresses (token_hash);
-- Finds the addresses to delete.
create index reply_addresses_expiry on reply_addresses (expires_at);

-- Mails as they came. The sending server is answered when the row is committed; any worker then handles the mail.
create table incoming_mails (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  -- the address with its token; empty once the mail is handled
  recipient text not null,
  -- hash of the token: the limit of mails to one address, and repeated mails, go by it
  target_hash text not null,
  -- hash of the Message-ID, or of the whole mail if it has none
  mail_hash text not null,
  -- empty: a report of a mail server; null: unknown
  envelope_from text,
  received_at timestamptz not null default now(),
  -- a worker that takes the mail moves this to when others may take it for lost
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  handled_at timestamptz,
  -- posted, dropped, refused or failed
  outcome text,
  reason text,
  primary key (realm_id, id)
);
-- The bytes of a mail, in parts, so that no worker needs memory for a whole one; deleted once the mail is handled.
create table incoming_mail_parts (
  realm_id bigint not null,
  mail_id bigint not null,
  part integer not null,
  bytes bytea not null,
  primary key (realm_id, mail_id, part),
  foreign key (realm_id, mail_id) references incoming_mails (realm_id, id) on delete cascade
);
-- The bytes stay for a second: compressing them is not worth the time.
alter table incoming_mail_parts alter column bytes set storage external;
-- A mail that a server sends again is known for as long as its row is kept.
create unique index incoming_mails_known on incoming_mails (realm_id, target_hash, mail_hash);
-- Finds due mails, each second.
create index incoming_mails_due on incoming_mails (due_at) where handled_at is null;
-- Counts the mails of the last hour.
create index incoming_mails_received on incoming_mails (realm_id, received_at);
-- Finds the rows to delete.
create index incoming_mails_handled on incoming_mails (handled_at) where handled_at is not null;

-- The account that sends mails to streams, unless the address names another one.
insert into users (realm_id, email, full_name, short_name, role, is_bot, bot_type, is_system_bot, api_key)
select id, 'emailgateway@zulip.com', 'Email Gateway', 'emailgateway', 400, true, 1, true,
  replace(gen_random_uuid()::text, '-', '')
from realms;

-- Signs the addresses to which mail servers report undelivered mails.
alter table realm_secrets
  add column bounce_addresses text not null default gen_random_uuid()::text || gen_random_uuid()::text;
