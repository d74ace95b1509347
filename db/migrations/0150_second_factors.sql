-- Second factors of people who log in with a password: codes of an authenticator app, and recovery codes.
create table totp_secrets (
  realm_id bigint not null references realms (id) on delete cascade,
  user_id bigint not null,
  -- encrypted with a key outside of the database, and bound to the account
  sealed_secret bytea not null,
  -- the newest step of 30 seconds whose code was accepted: each code works once
  last_step bigint not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

create table recovery_codes (
  realm_id bigint not null references realms (id) on delete cascade,
  user_id bigint not null,
  -- SHA-256; the codes themselves are shown once
  code_hash text not null,
  created_at timestamptz not null default now(),
  -- null: the code still works
  used_at timestamptz,
  primary key (realm_id, user_id, code_hash),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

-- The time since when the organization asks a person for a second factor; the days of grace count from then.
create table second_factor_duties (
  realm_id bigint not null references realms (id) on delete cascade,
  user_id bigint not null,
  began_at timestamptz not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
