-- Whoever moves a topic asks who has said what they want to see of it.
create index user_topics_of_topic on user_topics (realm_id, stream_id, topic_key);
