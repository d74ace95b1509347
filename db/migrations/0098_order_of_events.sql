-- A message waits only for changes of state that concern it: those of its stream, and those of no stream in particular.
-- Events that share their audience share a row, and each keeps an id of its own, by which the queues know it.
alter table outbox
  -- streams whose messages must not overtake the row; null: all messages
  add column holds_streams bigint[],
  -- ids of the events behind the first, whose id is that of the row
  add column further_ids bigint[] not null default '{}';

-- Workers of the previous release ask without the stream.
create function awaits_changes(realm bigint, stream bigint) returns boolean language plpgsql stable
set search_path from current set enable_seqscan = off
as $$ begin
  return exists (
    select from outbox
    where realm_id = realm and in_order and (holds_streams is null or stream = any(holds_streams)));
end
$$;
