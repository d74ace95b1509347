-- People log in with a browser, which holds a random token in a cookie. Of the token only the hash is
-- stored: whoever reads this table can log in as nobody. A row is a browser that is logged in; it is
-- deleted when that ends.
create table sessions (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null,
  -- SHA-256 of the token in base64url; the index finds who calls
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  -- to within ten minutes, so that hardly any call writes
  last_used_at timestamptz not null default now(),
  -- where it was used from then, and by what: for its owner to recognise it
  address text not null,
  browser text not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

-- the sessions of an account: to be listed, and ended together
create index sessions_of_user on sessions (realm_id, user_id);

-- Workers remember who calls by session, too, and learn from the log of changes that one has ended,
-- whoever ended it. Where a whole realm goes, its log goes with it.
create function log_ended_sessions() returns trigger language plpgsql set search_path from current
as $$ begin
  insert into account_changes (realm_id, user_ids)
  select realm_id, array_agg(distinct user_id) from ended
  where exists (select from realms where realms.id = ended.realm_id) group by realm_id; return null; end
$$;

create trigger sessions_ended after delete on sessions
referencing old table as ended
for each statement execute function log_ended_sessions();
