-- What organisations chose as policies, they have chosen as groups: old numbers stay where they are, for
-- workers of the last release, and count no more. Where nothing was chosen, the group is written down
-- all the same if the default was another one, so that everybody may do what they could.
create function group_of_policy(policy jsonb, standard bigint) returns bigint
language sql immutable
as $$
  select coalesce((array[5, 2, 4, 3, 6, 8, 1])[(policy #>> '{}')::int], standard)
$$;

update realms set settings = settings || jsonb_build_object(
  -- Newcomers were left out of these whatever the policy said.
  'can_create_public_channel_group', case group_of_policy(settings -> 'create_public_stream_policy', 5)
    when 5 then case when waiting_period_days > 0 then 4 else 5 end
    else group_of_policy(settings -> 'create_public_stream_policy', 5) end,
  'can_create_private_channel_group', case group_of_policy(settings -> 'create_private_stream_policy', 5)
    when 5 then case when waiting_period_days > 0 then 4 else 5 end
    else group_of_policy(settings -> 'create_private_stream_policy', 5) end,
  'can_add_subscribers_group', case group_of_policy(settings -> 'invite_to_stream_policy', 5)
    when 5 then case when waiting_period_days > 0 then 4 else 5 end
    else group_of_policy(settings -> 'invite_to_stream_policy', 5) end,
  'can_add_custom_emoji_group', case when settings -> 'add_emoji_by_admins_only' = 'true' then 2 else 5 end,
  'direct_message_permission_group', case when settings -> 'private_message_policy' = '2' then 8 else 6 end,
  -- Its numbers are its own.
  'can_mention_many_users_group',
    coalesce((array[6, 5, 4, 6, 2, 8, 3])[(settings ->> 'wildcard_mention_policy')::int], 6),
  -- Administrators could in any case.
  'can_move_messages_between_channels_group',
    case group_of_policy(settings -> 'move_messages_between_streams_policy', 5)
    when 8 then 2 else group_of_policy(settings -> 'move_messages_between_streams_policy', 5) end,
  'can_move_messages_between_topics_group',
    case when settings -> 'allow_community_topic_editing' = 'false' then 2 else 5 end,
  'can_resolve_topics_group',
    case when settings -> 'allow_community_topic_editing' = 'false' then 2 else 5 end,
  'move_messages_within_stream_limit_seconds',
    coalesce(settings -> 'community_topic_editing_limit_seconds', '86400'),
  'move_messages_between_streams_limit_seconds',
    coalesce(settings -> 'community_topic_editing_limit_seconds', '86400'),
  'can_delete_own_message_group', case when settings -> 'allow_message_deleting' = 'false' then 2
    else group_of_policy(settings -> 'delete_own_message_policy', 6) end,
  'can_manage_all_groups', 2,
  'message_edit_history_visibility_policy',
    case when settings -> 'allow_edit_history' = 'false' then 'none' else 'all' end);

drop function group_of_policy(jsonb, bigint);
