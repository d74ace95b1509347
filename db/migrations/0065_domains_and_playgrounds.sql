-- Domains to which an organisation may restrict the email addresses of new accounts, and pages where the code in its
-- messages can be tried.

create table realm_domains (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  -- In lower case.
  domain text not null check (domain <> ''),
  allow_subdomains boolean not null default false,
  primary key (realm_id, id),
  unique (realm_id, domain)
);

create table realm_playgrounds (
  realm_id bigint not null references realms (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  pygments_language text not null check (pygments_language <> ''),
  url_template text not null check (url_template <> ''),
  primary key (realm_id, id),
  unique (realm_id, pygments_language, name)
);

-- Hints of clients that people have seen and need not see again.
create table onboarding_steps (
  realm_id bigint not null,
  user_id bigint not null,
  name text not null check (name <> ''),
  seen_at timestamptz not null default now(),
  primary key (realm_id, user_id, name),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);
