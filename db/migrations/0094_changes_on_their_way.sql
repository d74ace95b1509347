-- Whether changes of state are on their way to clients, for statements that store messages. These are planned once,
-- and mostly at a time when the outbox is all but empty; reading it from its beginning to its end seems best then, and
-- takes milliseconds a while later, when it is full of what was relayed and is not swept up yet. So it says by itself
-- that the index is to be used.
create function awaits_changes(realm bigint) returns boolean language plpgsql stable
set search_path from current set enable_seqscan = off
as $$ begin
  return exists (select from outbox where realm_id = realm and in_order); end
$$;
