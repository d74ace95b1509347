-- A message keeps at most 100 edits, whose earlier texts are 512 KiB together: its readers load them,
-- and whoever edits it makes them. Of what was kept so far, the oldest edits become one as they do
-- from now on when there are more (src/server/data/messages/edits.ts): it tells what was there before the first
-- of them, and who made the last.
with ranked as (
  select realm_id, message_id, id, row_number() over newest_first as age,
    sum(coalesce(octet_length(prev_content), 0) + coalesce(octet_length(prev_rendered_content), 0))
      over (newest_first rows unbounded preceding) as bytes
  from message_edits
  window newest_first as (partition by realm_id, message_id order by id desc)
), joint as (
  select realm_id, message_id, max(id) as id
  from ranked where age >= 100 or bytes > 524288
  group by realm_id, message_id having count(*) > 1
), first as (
  select joint.realm_id, joint.message_id, joint.id,
    (array_agg(edit.prev_content order by edit.id) filter (where prev_content is not null))[1]
      as prev_content,
    (array_agg(edit.prev_rendered_content order by edit.id)
      filter (where prev_rendered_content is not null))[1] as prev_rendered_content,
    (array_agg(edit.prev_topic order by edit.id) filter (where prev_topic is not null))[1]
      as prev_topic,
    (array_agg(edit.topic order by edit.id desc) filter (where topic is not null))[1] as topic,
    (array_agg(edit.prev_stream_id order by edit.id) filter (where prev_stream_id is not null))[1]
      as prev_stream_id,
    (array_agg(edit.stream_id order by edit.id desc) filter (where stream_id is not null))[1]
      as stream_id
  from joint
  join message_edits edit on edit.realm_id = joint.realm_id and edit.message_id = joint.message_id
    and edit.id <= joint.id
  group by joint.realm_id, joint.message_id, joint.id
), gone as (
  delete from message_edits edit using joint
  where edit.realm_id = joint.realm_id and edit.message_id = joint.message_id and edit.id < joint.id
)
update message_edits edit
set prev_content = first.prev_content, prev_rendered_content = first.prev_rendered_content,
  prev_topic = first.prev_topic, topic = first.topic, prev_stream_id = first.prev_stream_id,
  stream_id = first.stream_id
from first
where edit.realm_id = first.realm_id and edit.message_id = first.message_id and edit.id = first.id;
