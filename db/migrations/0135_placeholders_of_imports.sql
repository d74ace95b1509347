-- People whom archives name and whom no list of people describes. Their accounts are placeholders: the list of a later archive, or an
-- operator who names the address, gives the account its person. Also holds what the end of an import needs: the accounts whose mentions in
-- texts get another name or id.
create table import_strangers (
  realm_id bigint not null,
  source text not null,
  -- key of the person in the source
  key text not null,
  -- account that texts mention
  user_id bigint not null,
  -- name that the import gave; an account with another name was renamed here
  full_name text not null,
  -- whether the person is known by now, and the mentions wait for the end of the import
  is_claimed boolean not null default false,
  primary key (realm_id, source, key),
  foreign key (realm_id, user_id) references users (realm_id, id) on delete cascade
);

-- Placeholders of earlier imports.
insert into import_strangers (realm_id, source, key, user_id, full_name)
select keys.realm_id, keys.source, keys.key, users.id, users.full_name
from import_keys keys
join users on users.realm_id = keys.realm_id and users.id = keys.id
where keys.kind = 'user' and users.is_imported_stub and not users.is_bot and users.deactivated_at is not null
  and coalesce(users.delivery_email, users.email) like '%@import.invalid'
on conflict do nothing;

-- Whether the holder of an invitation link typed the address and nobody confirmed it, as on servers without mail. Archives give such an
-- account no history.
alter table users add column is_address_unconfirmed boolean not null default false;
