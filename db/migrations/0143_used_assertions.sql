-- The assertions of SAML that were accepted, so that each is accepted once.
create table used_assertions (
  realm_id bigint not null references realms (id) on delete cascade,
  -- hash of the issuer and the ID of the assertion
  digest text not null,
  -- when the assertion is refused for its age, and the row is deleted
  expires_at timestamptz not null,
  primary key (realm_id, digest)
);

-- deleteExpiredAssertions
create index used_assertions_expiry on used_assertions (realm_id, expires_at);
