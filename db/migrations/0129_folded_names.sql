-- Names of streams, topics, groups, folders and people, and alert words, are compared by Unicode's simple case folding, by
-- which ΣΟΦΌΣ and σοφός are one name, which they are not in lower case. It maps letter by letter, as src/shared/rules/letter-case.ts
-- does: folding that makes ss of ß would also make one name of two that people have had.
create function fold_case(name text) returns text language sql immutable parallel safe
return translate(lower(name),
  U&'\00b5\017f\03c2\03d0\03d1\03d5\03d6\03f0\03f1\03f5\1c80\1c81\1c82\1c83\1c84\1c85\1c86\1c87\1c88\1e9b',
  U&'\03bc\0073\03c3\03b2\03b8\03c6\03c0\03ba\03c1\03b5\0432\0434\043e\0441\0442\0442\044a\0463\a64b\1e61');

-- Of two active streams, groups or folders that become alike, the younger gets its id behind its name.
update streams set name = left(name, 40) || ' (' || id || ')'
where deactivated_at is null and exists (
  select from streams other
  where other.realm_id = streams.realm_id and other.id < streams.id and other.deactivated_at is null
    and fold_case(other.name) = fold_case(streams.name));
update user_groups set name = left(name, 80) || ' (' || id || ')'
where exists (
  select from user_groups other
  where other.realm_id = user_groups.realm_id and other.id < user_groups.id
    and fold_case(other.name) = fold_case(user_groups.name));
update channel_folders set name = left(name, 40) || ' (' || id || ')'
where archived_at is null and exists (
  select from channel_folders other
  where other.realm_id = channel_folders.realm_id and other.id < channel_folders.id and other.archived_at is null
    and fold_case(other.name) = fold_case(channel_folders.name));
update default_stream_groups set name = left(name, 40) || ' (' || id || ')'
where exists (
  select from default_stream_groups other
  where other.realm_id = default_stream_groups.realm_id and other.id < default_stream_groups.id
    and fold_case(other.name) = fold_case(default_stream_groups.name));

-- Names of streams and groups are unique, and are looked up; the indexes by lower case serve workers of the release before, and
-- go a release later.
create unique index streams_folded_name on streams (realm_id, fold_case(name)) where deactivated_at is null;
create unique index user_groups_folded_name on user_groups (realm_id, fold_case(name));
create unique index channel_folders_folded_name on channel_folders (realm_id, fold_case(name)) where archived_at is null;
drop index channel_folders_name;
create unique index default_stream_groups_folded_name on default_stream_groups (realm_id, fold_case(name));
drop index default_stream_groups_name;
-- Mentions and imports look people up by name.
create index users_folded_name on users (realm_id, fold_case(full_name));
drop index users_full_name;
-- The pages of a topic, and the topics of a stream.
create index messages_folded_topic on messages (realm_id, stream_id, fold_case(topic), id desc) where stream_id is not null;

-- Read states and policies of two topics that become one are merged, as are alert words.
with unfolded as (
  delete from topic_read_states where topic_key <> fold_case(topic_key) returning *
)
insert into topic_read_states (realm_id, user_id, stream_id, topic_key, read)
select realm_id, user_id, stream_id, fold_case(topic_key) as folded, coalesce(range_agg(range), '{}')
from unfolded left join lateral unnest(read) as range on true
group by realm_id, user_id, stream_id, folded
on conflict (realm_id, user_id, stream_id, topic_key)
  do update set read = topic_read_states.read + excluded.read;

with unfolded as (
  delete from user_topics where topic_key <> fold_case(topic_key) returning *
)
insert into user_topics (realm_id, user_id, stream_id, topic_key, topic, visibility_policy, updated_at)
select distinct on (realm_id, user_id, stream_id, folded) realm_id, user_id, stream_id,
  fold_case(topic_key) as folded, topic, visibility_policy, updated_at
from unfolded
order by realm_id, user_id, stream_id, folded, updated_at desc
on conflict do nothing;

with unfolded as (
  delete from alert_words where word_key <> fold_case(word_key) returning *
)
insert into alert_words (realm_id, user_id, word_key, word)
select distinct on (realm_id, user_id, folded) realm_id, user_id, fold_case(word_key) as folded, word
from unfolded
on conflict do nothing;

-- At the end, as it locks out readers of messages until the migration is done. Workers of the release before read topics by the index
-- of their stream meanwhile.
drop index messages_topic;
