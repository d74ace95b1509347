-- Joins and leaves of a stream have a place in the order of its messages: a send holds the stream's advisory lock shared from before it
-- reads the audience until it commits, and a join or leave holds it exclusively from before it reads the newest message. 72932 is an
-- arbitrary number, as in src/server/data/streams/order-of-joins.ts.

-- Takes the lock for a send, and answers whether the message follows a change that is not relayed yet; null if somebody is joining or leaving, or
-- if the stream's row is no longer of this revision. The query's snapshot is taken after the lock, so it sees all earlier joins.
-- Workers of the previous release call the function without the revision.
create function awaits_changes(realm bigint, stream bigint, revision xid) returns boolean language plpgsql volatile
set search_path from current set enable_seqscan = off
as $$ begin
  if not pg_try_advisory_xact_lock_shared(72932, stream::integer) then
    return null;
  end if;
  return (
    select exists (
      select from outbox
      where realm_id = realm and in_order and (holds_streams is null or stream = any(holds_streams)))
    from streams where realm_id = realm and id = stream and xmin = revision);
end
$$;

-- Takes the locks for a send in a transaction, in the order of the ids. A send that has waited so long for others goes on without the locks: one
-- connection of a worker's pool waits.
create function hold_off_joins(streams bigint[]) returns void language plpgsql volatile
set lock_timeout = '500ms'
as $$ begin
  perform pg_advisory_xact_lock_shared(72932, id::integer)
  from (select distinct id from unnest(streams) as id order by id) as ordered;
exception when lock_not_available then
  null;
end
$$;
