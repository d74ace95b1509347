/*
 * The keys in the answer of `POST /register` at feature level 371, by fetch type.
 * Source: docs/protocol/level-371.md#register-keys.
 */

const realm = `allow_edit_history allow_message_editing authentication_methods
  available_video_chat_providers avatar_changes_disabled bot_domain
  can_access_all_users_group can_add_custom_emoji_group can_add_subscribers_group
  can_create_bots_group can_create_groups can_create_private_channel_group
  can_create_public_channel_group can_create_web_public_channel_group
  can_create_write_only_bots_group can_delete_any_message_group can_delete_own_message_group
  can_invite_users_group can_manage_all_groups can_manage_billing_group
  can_mention_many_users_group can_move_messages_between_channels_group
  can_move_messages_between_topics_group can_resolve_topics_group can_summarize_topics_group
  create_multiuse_invite_group date_created default_code_block_language
  default_external_accounts default_language description digest_emails_enabled digest_weekday
  direct_message_initiator_group direct_message_permission_group
  disallow_disposable_email_addresses email_auth_enabled email_changes_disabled
  emails_restricted_to_domains empty_topic_display_name enable_guest_user_dm_warning
  enable_guest_user_indicator enable_read_receipts enable_spectator_access giphy_rating
  icon_source icon_url inline_image_preview inline_url_embed_preview invite_required
  jitsi_server_url logo_source logo_url mandatory_topics
  message_content_allowed_in_email_notifications message_content_delete_limit_seconds
  message_content_edit_limit_seconds message_edit_history_visibility_policy
  message_retention_days moderation_request_channel_id
  move_messages_between_streams_limit_seconds move_messages_within_stream_limit_seconds name
  name_changes_disabled new_stream_announcements_stream_id night_logo_source night_logo_url
  org_type password_auth_enabled plan_type presence_disabled push_notifications_enabled
  push_notifications_enabled_end_timestamp require_unique_names send_welcome_emails
  signup_announcements_stream_id upload_quota_mib uri url video_chat_provider
  waiting_period_threshold want_advertise_in_communities_directory
  zulip_update_announcements_stream_id`

const ofServer = `development_environment event_queue_longpoll_timeout_seconds giphy_rating_options
  jitsi_server_url max_avatar_file_size_mib max_file_upload_size_mib max_icon_file_size_mib
  max_logo_file_size_mib max_message_length max_stream_description_length
  max_stream_name_length max_topic_length password_max_length password_min_guesses
  password_min_length server_avatar_changes_disabled server_can_summarize_topics
  server_emoji_data_url server_generation server_inline_image_preview
  server_inline_url_embed_preview server_jitsi_server_url
  server_max_deactivated_realm_deletion_days server_min_deactivated_realm_deletion_days
  server_name_changes_disabled server_needs_upgrade server_presence_offline_threshold_seconds
  server_presence_ping_interval_seconds server_supported_permission_settings
  server_thumbnail_formats server_timestamp server_typing_started_expiry_period_milliseconds
  server_typing_started_wait_period_milliseconds
  server_typing_stopped_wait_period_milliseconds server_web_public_streams_enabled
  settings_send_digest_emails upgrade_text_for_wide_organization_logo
  zulip_plan_is_not_limited`

/** Keys by the fetch type that includes them. */
const described: Readonly<Record<string, string>> = {
  alert_words: 'alert_words',
  custom_profile_fields: 'custom_profile_fields custom_profile_field_types',
  default_stream_groups: 'realm_default_stream_groups',
  default_streams: 'realm_default_streams',
  drafts: 'drafts',
  giphy: 'giphy_api_key',
  message: 'max_message_id',
  muted_topics: 'muted_topics',
  muted_users: 'muted_users',
  onboarding_steps: 'onboarding_steps navigation_tour_video_url',
  presence: 'presences presence_last_update_id',
  realm: `${prefixed('realm_', realm)} ${ofServer}`,
  realm_billing: 'realm_billing',
  realm_bot: 'realm_bots',
  realm_domains: 'realm_domains',
  realm_embedded_bots: 'realm_embedded_bots',
  realm_emoji: 'realm_emoji',
  realm_filters: 'realm_filters',
  realm_incoming_webhook_bots: 'realm_incoming_webhook_bots',
  realm_linkifiers: 'realm_linkifiers',
  realm_playgrounds: 'realm_playgrounds',
  realm_user: `realm_users realm_non_active_users cross_realm_bots avatar_source
    avatar_url_medium avatar_url can_create_streams can_create_public_streams
    can_create_private_streams can_create_web_public_streams can_invite_others_to_realm is_admin
    is_owner is_moderator is_guest user_id email delivery_email full_name`,
  realm_user_groups: 'realm_user_groups',
  realm_user_settings_defaults: 'realm_user_settings_defaults',
  recent_private_conversations: 'recent_private_conversations',
  saved_snippets: 'saved_snippets',
  scheduled_messages: 'scheduled_messages',
  starred_messages: 'starred_messages',
  stop_words: 'stop_words',
  stream: 'streams',
  subscription: 'subscriptions unsubscribed never_subscribed',
  update_message_flags: 'unread_msgs',
  user_settings: 'user_settings',
  user_status: 'user_status',
  user_topic: 'user_topics',
  video_calls: 'has_zoom_token',
}

export const registerKeys: readonly { fetchType: string; keys: readonly string[] }[] =
  Object.entries(described).map(([fetchType, keys]) => ({ fetchType, keys: words(keys) }))

function prefixed(prefix: string, names: string): string {
  return words(names)
    .map((name) => prefix + name)
    .join(' ')
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
