-- What workers sign addresses of other hosts' pictures with, which they fetch for readers: without a
-- signature they would fetch anything for anybody.

alter table realm_secrets
  add column external_pictures text not null default gen_random_uuid()::text || gen_random_uuid()::text;
