-- Clients send “general chat” and “(no topic)” for the empty topic. Topics that were stored under these names become the
-- empty topic, so that they stay reachable; read states and policies of topics that become one are merged.
update messages set topic = ''
where stream_id is not null and lower(topic) in ('general chat', '(no topic)');

with named as (
  delete from topic_read_states where topic_key in ('general chat', '(no topic)') returning *
)
insert into topic_read_states (realm_id, user_id, stream_id, topic_key, read)
select realm_id, user_id, stream_id, '', coalesce(range_agg(range), '{}')
from named left join lateral unnest(read) as range on true
group by realm_id, user_id, stream_id
on conflict (realm_id, user_id, stream_id, topic_key)
  do update set read = topic_read_states.read + excluded.read;

with named as (
  delete from user_topics where topic_key in ('general chat', '(no topic)') returning *
)
insert into user_topics (realm_id, user_id, stream_id, topic_key, topic, visibility_policy, updated_at)
select distinct on (realm_id, user_id, stream_id) realm_id, user_id, stream_id, '', '',
  visibility_policy, updated_at
from named
order by realm_id, user_id, stream_id, updated_at desc
on conflict do nothing;
