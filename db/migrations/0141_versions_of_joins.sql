-- The version of a stream's subscribers (`streams.subscribers_version`) that a subscription began with. The event of an earlier change, which is relayed
-- after the join, is not for the new subscriber: the event that tells of the stream comes later. 0: before this migration.
alter table subscriptions add column joined_version bigint not null default 0;
