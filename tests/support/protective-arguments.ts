/**
 * The arguments with which callers of the reference restrict, protect, delay or delete something, up to level
 * 371 and, as far as scripts send them to any level, beyond, by endpoint. None may be ignored.
 * Sources: docs/protocol/level-371.md#unbuilt-arguments, docs/protocol/permissions.md#realm-permissions,
 * docs/protocol/realm-settings.md#properties, docs/protocol/channel-settings.md#channel-arguments,
 * docs/protocol/user-groups.md#group-settings, docs/protocol/accounts.md#update-user, docs/protocol/drafts-and-schedule.md#old-scheduling.
 */
const ofStreams = [
  'can_add_subscribers_group can_administer_channel_group can_remove_subscribers_group',
  'can_send_message_group can_subscribe_group',
  'is_web_public message_retention_days',
  'can_delete_any_message_group can_delete_own_message_group can_resolve_topics_group',
  'can_create_topic_group can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group topics_policy',
]

const ofGroups = [
  'can_add_members_group can_join_group can_leave_group can_manage_group can_mention_group',
  'can_remove_members_group',
]

const ofOwnAccount = [
  'email email_address_visibility full_name old_password new_password target_users',
]

const byEndpoint: Readonly<Record<string, readonly string[]>> = {
  'POST /messages': ['delivery_type deliver_at'],
  'PATCH /messages/{message_id}': ['prev_content_sha256 propagate_mode'],
  'POST /users/me/subscriptions': [
    ...ofStreams,
    'invite_only history_public_to_subscribers stream_post_policy is_announcement_only',
    'authorization_errors_fatal principals',
  ],
  'POST /channels/create': [...ofStreams, 'invite_only history_public_to_subscribers'],
  'PATCH /streams/{stream_id}': [
    ...ofStreams,
    'is_private history_public_to_subscribers stream_post_policy is_announcement_only is_archived',
  ],
  'POST /user_groups/create': ofGroups,
  'PATCH /user_groups/{user_group_id}': [...ofGroups, 'deactivated'],
  'DELETE /users/{user_id}': ['actions deactivation_notification_comment'],
  'PATCH /users/{user_id}': ['full_name new_email new_password profile_data role'],
  'PATCH /bots/{bot_id}': ['bot_owner_id role'],
  'PATCH /settings': ofOwnAccount,
  'PATCH /settings/display': ofOwnAccount,
  'PATCH /settings/notifications': ofOwnAccount,
  'POST /realm/deactivate': ['deletion_delay_days'],
  'PATCH /realm': [
    'add_custom_emoji_policy add_emoji_by_admins_only allow_community_topic_editing',
    'allow_edit_history allow_message_deleting allow_message_editing authentication_methods',
    'avatar_changes_disabled bot_creation_policy can_access_all_users_group',
    'can_add_custom_emoji_group can_add_subscribers_group can_create_bots_group can_create_groups',
    'can_create_private_channel_group can_create_public_channel_group',
    'can_create_web_public_channel_group can_create_write_only_bots_group',
    'can_delete_any_message_group can_delete_own_message_group can_invite_users_group',
    'can_manage_all_groups can_manage_billing_group can_mention_many_users_group',
    'can_move_messages_between_channels_group can_move_messages_between_topics_group',
    'can_resolve_topics_group can_summarize_topics_group create_multiuse_invite_group',
    'create_private_stream_policy create_public_stream_policy create_stream_by_admins_only',
    'create_stream_policy create_web_public_stream_policy delete_own_message_policy',
    'direct_message_initiator_group direct_message_permission_group',
    'disallow_disposable_email_addresses edit_topic_policy email_address_visibility',
    'email_changes_disabled emails_restricted_to_domains enable_read_receipts',
    'enable_spectator_access invite_by_admins_only invite_required invite_to_realm_policy',
    'invite_to_stream_policy mandatory_topics',
    'message_content_delete_limit_seconds message_content_edit_limit_seconds',
    'message_edit_history_visibility_policy message_retention_days',
    'move_messages_between_streams_limit_seconds move_messages_between_streams_policy',
    'move_messages_within_stream_limit_seconds name_changes_disabled presence_disabled',
    'private_message_policy require_unique_names two_factor_required user_group_edit_policy',
    'waiting_period_threshold wildcard_mention_policy',
    'can_set_delete_message_policy_group can_set_topics_policy_group topics_policy',
  ],
}

/** Each argument, as endpoint (`PATCH /realm`) and name. */
export const protectiveArguments = Object.entries(byEndpoint).flatMap(([endpoint, lines]) =>
  lines.flatMap((line) => line.split(' ').map((name) => ({ endpoint, name }))),
)
