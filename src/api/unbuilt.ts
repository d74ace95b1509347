import { says, unbuilt, unbuiltUnless } from '../http/declare/unbuilt'

/*
 * What Parley cannot do yet, and must not seem to do: the arguments, endpoint by endpoint, with which
 * somebody restricts, protects, delays or deletes. Whoever builds one takes it out of here.
 * Source: docs/protocol/level-371.md#unbuilt-arguments.
 */

/** Sending at another time. Source: docs/protocol/messages.md#send-later. */
export const unbuiltOfSending = {
  ...unbuiltUnless(says('send_now'), 'delivery_type'),
  ...unbuilt('deliver_at', 'scheduled_delivery_timestamp'),
}

/** Channels, created or changed. Source: docs/protocol/channel-settings.md#channel-arguments. */
export const unbuiltOfStreams = {
  ...unbuiltUnless(says(false), 'is_web_public'),
  // Nothing is ever deleted for its age.
  ...unbuiltUnless(says('realm_default', 'unlimited', -1), 'message_retention_days'),
  ...unbuilt(
    'can_add_subscribers_group',
    'can_administer_channel_group',
    'can_remove_subscribers_group',
    'can_send_message_group',
    'can_subscribe_group',
  ),
}

/** Of a channel that is there: one that was archived is not found anyway. */
export const unbuiltOfStreamChanges = {
  ...unbuiltOfStreams,
  ...unbuiltUnless(says(false), 'is_archived'),
}

/** Groups, created or changed. Source: docs/protocol/user-groups.md#group-settings. */
export const unbuiltOfGroups = unbuilt(
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
)

/** Other people's accounts. Source: docs/protocol/accounts.md#update-user. */
export const unbuiltOfUsers = {
  ...unbuilt('new_email', 'new_password'),
  ...unbuiltUnless(says('[]'), 'profile_data'),
}

export const unbuiltOfBots = unbuilt('role')

/** One's own account: everybody sees email addresses. */
export const unbuiltOfSettings = unbuiltUnless(says(1), 'email_address_visibility')

/** The organisation. Source: docs/protocol/realm-settings.md#properties. */
export const unbuiltOfRealm = {
  ...unbuiltOfSettings,
  ...unbuiltUnless(says(-1, 'unlimited'), 'message_retention_days'),
  // Accounts are made by administrators, addresses stay as they are, topics are never empty.
  ...unbuiltUnless(
    says(true),
    'email_changes_disabled',
    'invite_required',
    'mandatory_topics',
    'message_content_allowed_in_email_notifications',
  ),
  ...unbuiltUnless(
    says(false),
    'avatar_changes_disabled',
    'disallow_disposable_email_addresses',
    'emails_restricted_to_domains',
    'enable_spectator_access',
    'require_unique_names',
  ),
  ...unbuilt(
    'authentication_methods',
    'message_edit_history_visibility_policy',
    'move_messages_between_streams_limit_seconds',
    'move_messages_within_stream_limit_seconds',
    // Who may do what, as groups.
    'can_access_all_users_group',
    'can_add_custom_emoji_group',
    'can_add_subscribers_group',
    'can_create_bots_group',
    'can_create_groups',
    'can_create_private_channel_group',
    'can_create_public_channel_group',
    'can_create_web_public_channel_group',
    'can_create_write_only_bots_group',
    'can_delete_any_message_group',
    'can_delete_own_message_group',
    'can_invite_users_group',
    'can_manage_all_groups',
    'can_manage_billing_group',
    'can_mention_many_users_group',
    'can_move_messages_between_channels_group',
    'can_move_messages_between_topics_group',
    'can_resolve_topics_group',
    'can_summarize_topics_group',
    'create_multiuse_invite_group',
    'direct_message_initiator_group',
    'direct_message_permission_group',
    // The same as numbers, for older clients.
    'add_custom_emoji_policy',
    'bot_creation_policy',
    'create_stream_by_admins_only',
    'create_stream_policy',
    'create_web_public_stream_policy',
    'edit_topic_policy',
    'invite_by_admins_only',
    'invite_to_realm_policy',
    'user_group_edit_policy',
  ),
}
