-- Indexes that list what belongs to a stream, a topic or a user are chosen for looking up a single
-- row, too, where the planner takes them for as good as the primary key: it expects one row either
-- way and finds as many as there are subscribers. Now they hold the whole key, so that they are.

drop index subscriptions_subscribers;
-- Lists the subscribers of a stream without touching the table.
create index subscriptions_subscribers on subscriptions (realm_id, stream_id, user_id) where active;

drop index topic_read_states_topic;
-- Finds everybody's state of a topic when messages are moved out of it or into it.
create index topic_read_states_topic
  on topic_read_states (realm_id, stream_id, topic_key, user_id);

drop index dm_group_members_user;
-- Lists the private conversations of a user.
create index dm_group_members_user on dm_group_members (realm_id, user_id, dm_group_id);
