-- The session at a SAML provider that a session here came by: `nameId`, `nameIdFormat` and `sessionIndex`, for single log-out.
alter table sessions add column provider_session jsonb;

-- deleteSessions: those that came by a provider
create index sessions_of_provider on sessions (realm_id, provider_slug) where provider_slug is not null;

-- When the metadata of a SAML provider were fetched last, and why that failed; null: it did not.
alter table identity_providers add column metadata_fetched_at timestamptz;
alter table identity_providers add column metadata_fault text;
