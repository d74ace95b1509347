-- Texts that users keep, to write them again.

create table saved_snippets (
  realm_id bigint not null,
  user_id bigint not null,
  id bigint generated always as identity,
  title text not null check (length(title) between 1 and 60),
  content text not null check (content <> ''),
  created_at timestamptz not null,
  primary key (realm_id, user_id, id),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
