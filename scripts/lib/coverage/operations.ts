/*
 * The operations of feature level 371: every operation that the reference documents at that level, with its
 * arguments. Names are facts of the protocol; Parley's support is determined by comparing them with its own
 * declarations (./compare.ts).
 * Source: docs/protocol/level-371.md#marks.
 */

/** An operation as `GET /messages`, below `/api/v1`, with the names of its arguments. */
export interface Operation {
  readonly name: string
  readonly args: readonly string[]
}

/** Splits a text into words. */
const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

const channelPermissions = `can_add_subscribers_group can_administer_channel_group
  can_remove_subscribers_group can_send_message_group can_subscribe_group`

const groupPermissions = `can_add_members_group can_join_group can_leave_group can_manage_group
  can_mention_group can_remove_members_group`

/** Settings of an account, whose defaults for new accounts an organization chooses. */
const chosenSettings = `automatically_follow_topics_policy automatically_follow_topics_where_mentioned
  automatically_unmute_topics_in_muted_streams_policy color_scheme demote_inactive_streams
  desktop_icon_count_display display_emoji_reaction_users email_address_visibility
  email_notifications_batching_period_seconds emojiset enable_desktop_notifications
  enable_digest_emails enable_drafts_synchronization enable_followed_topic_audible_notifications
  enable_followed_topic_desktop_notifications enable_followed_topic_email_notifications
  enable_followed_topic_push_notifications enable_followed_topic_wildcard_mentions_notify
  enable_offline_email_notifications enable_offline_push_notifications
  enable_online_push_notifications enable_sounds enable_stream_audible_notifications
  enable_stream_desktop_notifications enable_stream_email_notifications
  enable_stream_push_notifications enter_sends fluid_layout_width hide_ai_features
  high_contrast_mode left_side_userlist message_content_in_email_notifications notification_sound
  pm_content_in_desktop_notifications presence_enabled realm_name_in_email_notifications_policy
  receives_typing_notifications send_private_typing_notifications send_read_receipts
  send_stream_typing_notifications starred_message_counts translate_emoticons
  twenty_four_hour_time user_list_style web_animate_image_previews web_channel_default_view
  web_escape_navigates_to_home_view web_font_size_px web_home_view web_line_height_percent
  web_mark_read_on_scroll_policy web_navigate_to_sent_message
  web_stream_unreads_count_display_policy web_suggest_update_timezone wildcard_mentions_notify`

const invitation = `invite_as invite_expires_in_minutes stream_ids group_ids
  include_realm_default_subscriptions`

const account = 'client_gravatar include_custom_profile_fields'
const accountChanges = 'full_name role profile_data new_email'

const described: readonly (readonly [name: string, args?: string])[] = [
  // Logging in.
  ['POST /fetch_api_key', 'username password'],
  ['POST /dev_fetch_api_key', 'username'],
  ['POST /jwt/fetch_api_key', 'token include_profile'],
  ['GET /server_settings'],

  // Events.
  [
    'POST /register',
    `apply_markdown client_gravatar include_subscribers slim_presence presence_history_limit_days
      event_types all_public_streams client_capabilities fetch_event_types narrow`,
  ],
  ['GET /events', 'queue_id last_event_id dont_block'],
  ['DELETE /events', 'queue_id'],

  // Messages.
  [
    'GET /messages',
    `anchor include_anchor num_before num_after narrow client_gravatar apply_markdown
      use_first_unread_anchor message_ids allow_empty_topic_name`,
  ],
  ['POST /messages', 'type to content topic queue_id local_id read_by_sender'],
  ['GET /messages/{message_id}', 'apply_markdown allow_empty_topic_name'],
  [
    'PATCH /messages/{message_id}',
    `topic propagate_mode send_notification_to_old_thread send_notification_to_new_thread content
      stream_id`,
  ],
  ['DELETE /messages/{message_id}'],
  ['GET /messages/{message_id}/history', 'allow_empty_topic_name'],
  ['GET /messages/{message_id}/read_receipts'],
  ['POST /messages/{message_id}/reactions', 'emoji_name emoji_code reaction_type'],
  ['DELETE /messages/{message_id}/reactions', 'emoji_name emoji_code reaction_type'],
  ['POST /messages/{message_id}/typing', 'op'],
  ['POST /messages/render', 'content'],
  ['GET /messages/matches_narrow', 'msg_ids narrow'],
  ['POST /messages/flags', 'messages op flag'],
  ['POST /messages/flags/narrow', 'anchor include_anchor num_before num_after narrow op flag'],
  ['POST /mark_all_as_read'],
  ['POST /mark_stream_as_read', 'stream_id'],
  ['POST /mark_topic_as_read', 'stream_id topic_name'],
  ['POST /typing', 'type op to stream_id topic'],
  ['POST /user_uploads'],
  ['GET /user_uploads/{realm_id_str}/{filename}'],
  ['GET /attachments'],
  ['DELETE /attachments/{attachment_id}'],

  // Drafts and scheduled messages.
  ['GET /drafts'],
  ['POST /drafts', 'drafts'],
  ['PATCH /drafts/{draft_id}', 'draft'],
  ['DELETE /drafts/{draft_id}'],
  ['GET /saved_snippets'],
  ['POST /saved_snippets', 'title content'],
  ['PATCH /saved_snippets/{saved_snippet_id}', 'title content'],
  ['DELETE /saved_snippets/{saved_snippet_id}'],
  ['GET /scheduled_messages'],
  ['POST /scheduled_messages', 'type to content topic scheduled_delivery_timestamp read_by_sender'],
  [
    'PATCH /scheduled_messages/{scheduled_message_id}',
    'type to content topic scheduled_delivery_timestamp',
  ],
  ['DELETE /scheduled_messages/{scheduled_message_id}'],

  // Channels and subscriptions.
  [
    'GET /streams',
    `include_public include_web_public include_subscribed exclude_archived include_all
      include_default include_owner_subscribed include_can_access_content`,
  ],
  ['GET /streams/{stream_id}'],
  [
    'PATCH /streams/{stream_id}',
    `description new_name is_private is_web_public history_public_to_subscribers is_default_stream
      message_retention_days ${channelPermissions}`,
  ],
  ['DELETE /streams/{stream_id}'],
  ['GET /streams/{stream_id}/members'],
  ['GET /streams/{stream_id}/email_address', 'sender_id'],
  ['POST /streams/{stream_id}/delete_topic', 'topic_name'],
  ['GET /get_stream_id', 'stream'],
  ['GET /users/me/{stream_id}/topics', 'allow_empty_topic_name'],
  ['POST /default_streams', 'stream_id'],
  ['DELETE /default_streams', 'stream_id'],
  ['GET /users/me/subscriptions', 'include_subscribers'],
  [
    'POST /users/me/subscriptions',
    `subscriptions principals authorization_errors_fatal announce invite_only is_web_public
      is_default_stream history_public_to_subscribers message_retention_days ${channelPermissions}`,
  ],
  ['DELETE /users/me/subscriptions', 'subscriptions principals'],
  ['PATCH /users/me/subscriptions', 'delete add'],
  ['POST /users/me/subscriptions/properties', 'subscription_data'],
  ['PATCH /users/me/subscriptions/muted_topics', 'stream_id stream topic op'],
  ['POST /user_topics', 'stream_id topic visibility_policy'],
  ['GET /users/{user_id}/subscriptions/{stream_id}'],

  // People.
  ['GET /users', account],
  ['POST /users', 'email password full_name'],
  ['GET /users/{user_id}', account],
  ['PATCH /users/{user_id}', accountChanges],
  ['DELETE /users/{user_id}', 'deactivation_notification_comment'],
  ['GET /users/{email}', account],
  ['PATCH /users/{email}', accountChanges],
  ['POST /users/{user_id}/reactivate'],
  ['GET /users/{user_id}/status'],
  ['GET /users/{user_id_or_email}/presence'],
  ['GET /users/me'],
  ['DELETE /users/me'],
  ['POST /users/me/status', 'status_text away emoji_name emoji_code reaction_type'],
  ['POST /users/me/presence', 'last_update_id history_limit_days new_user_input ping_only status'],
  ['GET /users/me/alert_words'],
  ['POST /users/me/alert_words', 'alert_words'],
  ['DELETE /users/me/alert_words', 'alert_words'],
  ['POST /users/me/muted_users/{muted_user_id}'],
  ['DELETE /users/me/muted_users/{muted_user_id}'],
  ['POST /users/me/apns_device_token', 'token appid'],
  ['DELETE /users/me/apns_device_token', 'token'],
  ['POST /users/me/android_gcm_reg_id', 'token'],
  ['DELETE /users/me/android_gcm_reg_id', 'token'],
  ['POST /mobile_push/test_notification', 'token'],
  [
    'PATCH /settings',
    `full_name email old_password new_password default_language timezone
      allow_private_data_export enable_login_emails enable_marketing_emails ${chosenSettings}`,
  ],
  ['GET /realm/presence'],

  // Groups.
  ['GET /user_groups', 'include_deactivated_groups'],
  ['POST /user_groups/create', `name description members subgroups ${groupPermissions}`],
  ['PATCH /user_groups/{user_group_id}', `name description ${groupPermissions}`],
  ['POST /user_groups/{user_group_id}/deactivate'],
  ['GET /user_groups/{user_group_id}/members', 'direct_member_only'],
  ['POST /user_groups/{user_group_id}/members', 'add delete add_subgroups delete_subgroups'],
  ['GET /user_groups/{user_group_id}/members/{user_id}', 'direct_member_only'],
  ['GET /user_groups/{user_group_id}/subgroups', 'direct_subgroup_only'],
  ['POST /user_groups/{user_group_id}/subgroups', 'add delete'],

  // The organization.
  ['GET /realm/emoji'],
  ['POST /realm/emoji/{emoji_name}'],
  ['DELETE /realm/emoji/{emoji_name}'],
  ['GET /realm/linkifiers'],
  ['PATCH /realm/linkifiers', 'ordered_linkifier_ids'],
  ['POST /realm/filters', 'pattern url_template'],
  ['PATCH /realm/filters/{filter_id}', 'pattern url_template'],
  ['DELETE /realm/filters/{filter_id}'],
  ['POST /realm/playgrounds', 'name pygments_language url_template'],
  ['DELETE /realm/playgrounds/{playground_id}'],
  ['GET /realm/profile_fields'],
  [
    'POST /realm/profile_fields',
    'name hint field_type field_data display_in_profile_summary required editable_by_user',
  ],
  ['PATCH /realm/profile_fields', 'order'],
  ['PATCH /realm/user_settings_defaults', chosenSettings],
  ['GET /export/realm'],
  ['POST /export/realm', 'export_type'],
  ['GET /export/realm/consents'],
  ['GET /invites'],
  ['POST /invites', `invitee_emails notify_referrer_on_join ${invitation}`],
  ['DELETE /invites/{invite_id}'],
  ['POST /invites/{invite_id}/resend'],
  ['POST /invites/multiuse', invitation],
  ['DELETE /invites/multiuse/{invite_id}'],
  ['GET /calls/bigbluebutton/create', 'meeting_name voice_only'],
]

export const operations: readonly Operation[] = described.map(([name, args = '']) => ({
  name,
  args: words(args),
}))
