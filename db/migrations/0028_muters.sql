-- Who has muted an account, beside it: what its owner writes is read on arrival by these, and sending
-- needs no query to know that. The truth is in muted_users; also workers of the last release write it.
alter table users add column muter_ids jsonb not null default '[]';

update users set muter_ids = muters.ids
from (
  select realm_id, muted_user_id, jsonb_agg(user_id order by user_id) as ids
  from muted_users group by realm_id, muted_user_id
) muters
where users.realm_id = muters.realm_id and users.id = muters.muted_user_id;

create function note_muters() returns trigger language plpgsql set search_path from current
as $$ begin
  if tg_op = 'INSERT' then
    update users set muter_ids = muter_ids || to_jsonb(new.user_id)
    where realm_id = new.realm_id and id = new.muted_user_id;
  else
    update users set muter_ids = coalesce((
      select jsonb_agg(muter) from jsonb_array_elements(muter_ids) as muter
      where muter <> to_jsonb(old.user_id)), '[]')
    where realm_id = old.realm_id and id = old.muted_user_id;
  end if;
  return null; end
$$;

create trigger muted_users_noted after insert or delete on muted_users
for each row execute function note_muters();
