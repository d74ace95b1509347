-- Whether a stream takes the empty topic, named ones, or both; `inherit`: as the organization says.
alter table streams add column topics_policy text not null default 'inherit'
  check (topics_policy in ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'));
