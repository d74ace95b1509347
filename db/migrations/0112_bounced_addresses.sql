-- Addresses whose mail servers say for good that they do not take mail. After three such answers within a week, mails about
-- missed messages end for the address.
create table bounced_addresses (
  realm_id bigint not null references realms (id) on delete cascade,
  -- in lower case
  address text not null,
  bounces integer not null,
  -- of the bounces that count
  first_at timestamptz not null,
  last_at timestamptz not null,
  reason text not null,
  -- null: mails are still sent
  undeliverable_at timestamptz,
  primary key (realm_id, address)
);
