-- Names, topics and words that were stored with decomposed letters (e and U+0301 in place of é) become composed (NFC), the
-- form in which they are now received, looked up and compared. Of two names that become alike, neither changes; read
-- states and policies of two topics that become one are merged.
update users set full_name = normalize(full_name, NFC) where full_name is not nfc normalized;

update streams set name = normalize(name, NFC)
where name is not nfc normalized and (deactivated_at is not null or not exists (
  select from streams other
  where other.realm_id = streams.realm_id and other.id <> streams.id and other.deactivated_at is null
    and lower(normalize(other.name, NFC)) = lower(normalize(streams.name, NFC))));

update user_groups set name = normalize(name, NFC)
where name is not nfc normalized and not exists (
  select from user_groups other
  where other.realm_id = user_groups.realm_id and other.id <> user_groups.id
    and lower(normalize(other.name, NFC)) = lower(normalize(user_groups.name, NFC)));

update messages set topic = normalize(topic, NFC) where topic is not nfc normalized;
update drafts set topic = normalize(topic, NFC) where topic is not nfc normalized;
update scheduled_messages set topic = normalize(topic, NFC) where topic is not nfc normalized;

with decomposed as (
  delete from topic_read_states where topic_key is not nfc normalized returning *
)
insert into topic_read_states (realm_id, user_id, stream_id, topic_key, read)
select realm_id, user_id, stream_id, lower(normalize(topic_key, NFC)) as composed,
  coalesce(range_agg(range), '{}')
from decomposed left join lateral unnest(read) as range on true
group by realm_id, user_id, stream_id, composed
on conflict (realm_id, user_id, stream_id, topic_key)
  do update set read = topic_read_states.read + excluded.read;

with decomposed as (
  delete from user_topics where topic_key is not nfc normalized returning *
)
insert into user_topics (realm_id, user_id, stream_id, topic_key, topic, visibility_policy, updated_at)
select distinct on (realm_id, user_id, stream_id, composed) realm_id, user_id, stream_id,
  lower(normalize(topic_key, NFC)) as composed, normalize(topic, NFC), visibility_policy, updated_at
from decomposed
order by realm_id, user_id, stream_id, composed, updated_at desc
on conflict do nothing;

with decomposed as (
  delete from alert_words where word_key is not nfc normalized returning *
)
insert into alert_words (realm_id, user_id, word_key, word)
select distinct on (realm_id, user_id, composed) realm_id, user_id,
  lower(normalize(word_key, NFC)) as composed, normalize(word, NFC)
from decomposed
on conflict do nothing;
