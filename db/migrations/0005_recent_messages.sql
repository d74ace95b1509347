-- Subscriptions tell how busy each stream was in the last weeks; without an index on the time
-- that would count over the whole past.

create index messages_recent on messages (realm_id, stream_id, sent_at) where stream_id is not null;
