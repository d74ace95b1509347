-- People let others in: one person by address, or whoever has a link. What they come in with (role, streams,
-- groups) is said when they are invited, and holds for as long as the invitation does.

create table invitations (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  invited_by bigint not null,
  -- the role that newcomers get
  invited_as smallint not null check (invited_as in (100, 200, 300, 400, 600)),
  -- of one person; their keys are only in their mails, and hashed in confirmations
  email text check (email <> ''),
  -- of a link, which its maker looks up again
  link_key text check (link_key <> ''),
  stream_ids bigint[] not null,
  group_ids bigint[] not null,
  with_default_streams boolean not null,
  notifies_inviter boolean not null,
  created_at timestamptz not null,
  -- null: never
  expires_at timestamptz,
  -- when the person is to be reminded, once
  remind_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (realm_id, id),
  unique (realm_id, link_key),
  foreign key (realm_id, invited_by) references users (realm_id, id) on delete cascade,
  -- one or the other
  check ((email is null) <> (link_key is null))
);

-- lists those of one person, which end with their account
create index invitations_open on invitations (realm_id, invited_by) where used_at is null and revoked_at is null;
-- revokes the others of somebody who has come in
create index invitations_of_address on invitations (realm_id, lower(email))
  where used_at is null and revoked_at is null;
-- finds who is to be reminded next
create index invitations_to_remind on invitations (remind_at)
  where remind_at is not null and used_at is null and revoked_at is null;

-- How many invitations were sent from an organisation on each day: there is a limit.
create table invitation_days (
  realm_id bigint not null references realms (id) on delete cascade,
  day date not null,
  sent integer not null,
  primary key (realm_id, day)
);
