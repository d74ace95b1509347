/*
 * Arguments and answers of each endpoint, as they are on the wire. Written from the declarations in
 * src/server/api by `npm run endpoint-types`: change those, and run it.
 */
import type { Static } from '@sinclair/typebox'
import type { namedKeySchema } from './api-keys'
import type { auditEntrySchema } from './audit-log'
import type { channelFolderSchema } from './channel-folders'
import type { clientDeviceSchema } from './client-devices'
import type { defaultStreamGroupSchema } from './default-stream-groups'
import type { draftSchema, writtenDraftSchema } from './drafts'
import type { groupValueSchema, groupValueUpdateSchema } from './group-value-schemas'
import type { invitationSchema, sentInvitationSchema } from './invitations'
import type { linkifierSchema } from './linkifiers'
import type { traceFactSchema } from './message-trace'
import type { messageSchema } from './messages'
import type { mutedUserSchema, userTopicSchema } from './mutes'
import type { navigationViewSchema } from './navigation-views'
import type { presencesSchema, singlePresenceSchema } from './presence'
import type { profileDataSchema, profileFieldSchema } from './profile-fields'
import type { pushDeviceSchema } from './push-devices'
import type { unreadMessagesSchema } from './read-state'
import type { realmEmojiMapSchema } from './realm-emoji'
import type { exportTypeSchema, realmExportSchema } from './realm-exports'
import type { realmImportSchema } from './realm-imports'
import type { onboardingStepSchema, realmDomainSchema, realmPlaygroundSchema } from './realm-lists'
import type { savedSnippetSchema } from './saved-snippets'
import type { reminderSchema, scheduledMessageSchema } from './scheduled-messages'
import type { sessionSchema } from './sessions'
import type { countedStreamSchema, listedStreamSchema, streamSchema, subscriptionSchema, topicsPolicySchema, unjoinedStreamSchema } from './streams'
import type { attachmentSchema, thumbnailFormatSchema } from './uploads'
import type { userGroupSchema } from './user-groups'
import type { userStatusSchema } from './user-status'
import type { botSchema, botServiceSchema, systemBotSchema, userSchema } from './users'

/** By method and path below /api/v1; paths that only pages have begin with `/json`. */
export interface Endpoints {
  'POST /register': {
    params: {
      apply_markdown?: boolean
      client_gravatar?: boolean
      all_public_streams?: boolean
      include_subscribers?: boolean | 'partial'
      event_types?: string[]
      narrow?: unknown[]
      fetch_event_types?: string[]
      queue_lifespan_secs?: number | 'mobile'
      slim_presence?: boolean
      presence_history_limit_days?: number
      client_capabilities?: {
        archived_channels?: boolean
        bulk_message_deletion?: boolean
        empty_topic_name?: boolean
        include_deactivated_groups?: boolean
        individual_emoji_changes?: boolean
        linkifier_url_template?: boolean
        notification_settings_null?: boolean
        simplified_presence_events?: boolean
        stream_typing_notifications?: boolean
        user_list_incomplete?: boolean
        user_settings_object?: boolean
      }
    }
    response: {
      queue_id: string
      last_event_id: number
      zulip_version: string
      zulip_feature_level: number
      zulip_merge_base: string
      max_message_id?: number
      unread_msgs?: Static<typeof unreadMessagesSchema>
      starred_messages?: number[]
      recent_private_conversations?: {
        max_message_id: number
        user_ids: number[]
      }[]
      pointer?: number
      realm_name?: string
      realm_description?: string
      realm_icon_url?: string
      realm_icon_source?: string
      realm_logo_url?: string
      realm_logo_source?: string
      realm_night_logo_url?: string
      realm_night_logo_source?: string
      realm_date_created?: number
      realm_authentication_methods?: Record<string, {
        enabled: boolean
        available: boolean
      }>
      realm_uri?: string
      realm_url?: string
      realm_uuid?: string
      realm_bot_domain?: string
      realm_notifications_stream_id?: number
      realm_new_stream_announcements_stream_id?: number
      realm_signup_notifications_stream_id?: number
      realm_waiting_period_threshold?: number
      realm_gif_rating_policy?: number
      realm_push_notifications_enabled?: boolean
      realm_push_notifications_enabled_end_timestamp?: number | null
      jitsi_server_url?: string | null
      server_jitsi_server_url?: string | null
      server_emoji_data_url?: string
      server_thumbnail_formats?: Static<typeof thumbnailFormatSchema>[]
      max_file_upload_size_mib?: number
      realm_upload_quota_mib?: number | null
      password_min_length?: number
      password_min_guesses?: number
      server_timestamp?: number
      realm_allow_message_editing?: boolean
      realm_message_content_edit_limit_seconds?: number | null
      realm_message_edit_history_visibility_policy?: 'all' | 'moves' | 'none'
      realm_move_messages_within_stream_limit_seconds?: number | null
      realm_move_messages_between_streams_limit_seconds?: number | null
      realm_message_content_delete_limit_seconds?: number | null
      realm_message_retention_days?: number
      realm_name_changes_disabled?: boolean
      realm_enable_read_receipts?: boolean
      realm_presence_disabled?: boolean
      realm_inline_image_preview?: boolean
      realm_inline_url_embed_preview?: boolean
      realm_topics_policy?: 'disable_empty_topic' | 'allow_empty_topic'
      realm_org_type?: 0 | 10 | 20 | 30 | 35 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 1000
      realm_default_code_block_language?: string
      realm_giphy_rating?: 2 | 0 | 1 | 3 | 4 | 5
      realm_video_chat_provider?: 0 | 1
      realm_jitsi_server_url?: string | null
      realm_send_channel_events_messages?: boolean
      realm_enable_guest_user_indicator?: boolean
      realm_enable_guest_user_dm_warning?: boolean
      realm_signup_announcements_stream_id?: number
      realm_moderation_request_channel_id?: number
      realm_require_unique_names?: boolean
      realm_avatar_changes_disabled?: boolean
      realm_email_changes_disabled?: boolean
      realm_invite_required?: boolean
      realm_emails_restricted_to_domains?: boolean
      realm_disallow_disposable_email_addresses?: boolean
      realm_two_factor_required?: 'nobody' | 'administrators' | 'all'
      realm_message_content_allowed_in_email_notifications?: boolean
      realm_digest_emails_enabled?: boolean
      realm_digest_weekday?: 1 | 0 | 2 | 3 | 4 | 5 | 6
      realm_require_e2ee_push_notifications?: boolean
      realm_welcome_message_custom_text?: string
      realm_default_language?: string
      realm_default_twenty_four_hour_time?: boolean
      realm_create_public_stream_policy?: 1 | 2 | 3 | 4 | 7
      realm_create_private_stream_policy?: 1 | 2 | 3 | 4 | 7
      realm_create_stream_policy?: 1 | 2 | 3 | 4 | 7
      realm_create_stream_by_admins_only?: boolean
      realm_create_web_public_stream_policy?: 2 | 4 | 6 | 7
      realm_invite_to_stream_policy?: 1 | 2 | 3 | 4
      realm_invite_to_realm_policy?: 1 | 2 | 3 | 4 | 6
      realm_invite_by_admins_only?: boolean
      realm_add_custom_emoji_policy?: 1 | 2 | 3 | 4
      realm_add_emoji_by_admins_only?: boolean
      realm_user_group_edit_policy?: 1 | 2 | 3 | 4
      realm_move_messages_between_streams_policy?: 1 | 2 | 3 | 4 | 6
      realm_edit_topic_policy?: 1 | 2 | 3 | 4 | 5 | 6
      realm_allow_community_topic_editing?: boolean
      realm_delete_own_message_policy?: 1 | 2 | 3 | 4 | 5
      realm_allow_message_deleting?: boolean
      realm_private_message_policy?: 1 | 2
      realm_wildcard_mention_policy?: 1 | 2 | 3 | 5 | 6 | 7
      realm_bot_creation_policy?: 1 | 2 | 3
      realm_community_topic_editing_limit_seconds?: number | null
      realm_mandatory_topics?: boolean
      realm_allow_edit_history?: boolean
      realm_create_multiuse_invite_group?: Static<typeof groupValueSchema>
      realm_can_access_all_users_group?: Static<typeof groupValueSchema>
      realm_can_add_custom_emoji_group?: Static<typeof groupValueSchema>
      realm_can_add_subscribers_group?: Static<typeof groupValueSchema>
      realm_can_create_bots_group?: Static<typeof groupValueSchema>
      realm_can_create_write_only_bots_group?: Static<typeof groupValueSchema>
      realm_can_create_groups?: Static<typeof groupValueSchema>
      realm_can_create_public_channel_group?: Static<typeof groupValueSchema>
      realm_can_create_private_channel_group?: Static<typeof groupValueSchema>
      realm_can_create_web_public_channel_group?: Static<typeof groupValueSchema>
      realm_can_delete_any_message_group?: Static<typeof groupValueSchema>
      realm_can_delete_own_message_group?: Static<typeof groupValueSchema>
      realm_can_invite_users_group?: Static<typeof groupValueSchema>
      realm_can_manage_all_groups?: Static<typeof groupValueSchema>
      realm_can_manage_billing_group?: Static<typeof groupValueSchema>
      realm_can_mention_many_users_group?: Static<typeof groupValueSchema>
      realm_can_move_messages_between_channels_group?: Static<typeof groupValueSchema>
      realm_can_move_messages_between_topics_group?: Static<typeof groupValueSchema>
      realm_can_resolve_topics_group?: Static<typeof groupValueSchema>
      realm_can_summarize_topics_group?: Static<typeof groupValueSchema>
      realm_can_set_delete_message_policy_group?: Static<typeof groupValueSchema>
      realm_can_set_topics_policy_group?: Static<typeof groupValueSchema>
      realm_direct_message_initiator_group?: Static<typeof groupValueSchema>
      realm_direct_message_permission_group?: Static<typeof groupValueSchema>
      server_inline_url_embed_preview?: boolean
      settings_send_digest_emails?: boolean
      server_supported_permission_settings?: {
        realm: Record<string, {
          require_system_group: boolean
          allow_nobody_group: boolean
          allow_everyone_group: boolean
          allowed_system_groups: string[]
          default_group_name: string
          default_for_system_groups: string | null
        }>
        stream: Record<string, {
          require_system_group: boolean
          allow_nobody_group: boolean
          allow_everyone_group: boolean
          allowed_system_groups: string[]
          default_group_name: string
          default_for_system_groups: string | null
        }>
        group: Record<string, {
          require_system_group: boolean
          allow_nobody_group: boolean
          allow_everyone_group: boolean
          allowed_system_groups: string[]
          default_group_name: string
          default_for_system_groups: string | null
        }>
      }
      realm_available_video_chat_providers?: {
        disabled: {
          name: string
          id: number
        }
        jitsi_meet: {
          name: string
          id: number
        }
      }
      realm_default_avatar_source?: string
      realm_default_external_accounts?: {
        github: {
          text: string
          name: string
          hint: string
          url_pattern: string
        }
        gitlab: {
          text: string
          name: string
          hint: string
          url_pattern: string
        }
        linkedin: {
          text: string
          name: string
          hint: string
          url_pattern: string
        }
        twitter: {
          text: string
          name: string
          hint: string
          url_pattern: string
        }
      }
      realm_email_address_visibility?: number
      realm_email_auth_enabled?: boolean
      realm_empty_topic_display_name?: string
      realm_enable_spectator_access?: boolean
      realm_google_hangouts_domain?: string
      realm_is_zephyr_mirror_realm?: boolean
      realm_owner_full_content_access?: boolean
      realm_password_auth_enabled?: boolean
      realm_plan_type?: number
      realm_send_welcome_emails?: boolean
      realm_want_advertise_in_communities_directory?: boolean
      realm_zulip_update_announcements_stream_id?: number
      development_environment?: boolean
      event_queue_longpoll_timeout_seconds?: number
      giphy_rating_options?: {
        disabled: {
          name: string
          id: number
        }
        y: {
          name: string
          id: number
        }
        g: {
          name: string
          id: number
        }
        pg: {
          name: string
          id: number
        }
        'pg-13': {
          name: string
          id: number
        }
        r: {
          name: string
          id: number
        }
      }
      gif_rating_options?: {
        disabled: {
          name: string
          id: number
        }
        y: {
          name: string
          id: number
        }
        g: {
          name: string
          id: number
        }
        pg: {
          name: string
          id: number
        }
        'pg-13': {
          name: string
          id: number
        }
        r: {
          name: string
          id: number
        }
      }
      gif_rating_policy_options?: {
        disabled: {
          name: string
          id: number
        }
        y: {
          name: string
          id: number
        }
        g: {
          name: string
          id: number
        }
        pg: {
          name: string
          id: number
        }
        'pg-13': {
          name: string
          id: number
        }
        r: {
          name: string
          id: number
        }
      }
      max_avatar_file_size_mib?: number
      max_icon_file_size?: number
      max_icon_file_size_mib?: number
      max_logo_file_size_mib?: number
      max_message_length?: number
      max_stream_description_length?: number
      max_stream_name_length?: number
      max_topic_length?: number
      password_max_length?: number
      server_avatar_changes_disabled?: boolean
      server_can_summarize_topics?: boolean
      server_generation?: number
      server_inline_image_preview?: boolean
      server_max_deactivated_realm_deletion_days?: null
      server_min_deactivated_realm_deletion_days?: null
      server_name_changes_disabled?: boolean
      server_needs_upgrade?: boolean
      server_presence_offline_threshold_seconds?: number
      server_presence_ping_interval_seconds?: number
      max_bulk_new_subscription_messages?: number
      server_report_message_types?: {
        key: string
        name: string
      }[]
      server_typing_started_expiry_period_milliseconds?: number
      server_typing_started_wait_period_milliseconds?: number
      server_typing_stopped_wait_period_milliseconds?: number
      server_web_public_streams_enabled?: boolean
      upgrade_text_for_wide_organization_logo?: string
      zulip_plan_is_not_limited?: boolean
      realm_users?: Static<typeof userSchema>[]
      realm_non_active_users?: Static<typeof userSchema>[]
      cross_realm_bots?: Static<typeof systemBotSchema>[]
      custom_profile_fields?: Static<typeof profileFieldSchema>[]
      custom_profile_field_types?: {
        SHORT_TEXT: {
          id: number
          name: string
        }
        LONG_TEXT: {
          id: number
          name: string
        }
        SELECT: {
          id: number
          name: string
        }
        DATE: {
          id: number
          name: string
        }
        URL: {
          id: number
          name: string
        }
        USER: {
          id: number
          name: string
        }
        EXTERNAL_ACCOUNT: {
          id: number
          name: string
        }
        PRONOUNS: {
          id: number
          name: string
        }
      }
      user_id?: number
      email?: string
      delivery_email?: string
      full_name?: string
      avatar_source?: string
      avatar_url?: string | null
      avatar_url_medium?: string | null
      is_admin?: boolean
      is_owner?: boolean
      is_moderator?: boolean
      is_guest?: boolean
      can_create_streams?: boolean
      can_create_public_streams?: boolean
      can_create_private_streams?: boolean
      can_create_web_public_streams?: boolean
      can_subscribe_other_users?: boolean
      can_invite_others_to_realm?: boolean
      enter_sends?: boolean
      realm_user_groups?: Static<typeof userGroupSchema>[]
      realm_linkifiers?: Static<typeof linkifierSchema>[]
      realm_filters?: [string, string, number][]
      realm_emoji?: Static<typeof realmEmojiMapSchema>
      realm_domains?: Static<typeof realmDomainSchema>[]
      realm_playgrounds?: Static<typeof realmPlaygroundSchema>[]
      onboarding_steps?: Static<typeof onboardingStepSchema>[]
      navigation_tour_video_url?: null
      realm_bots?: Static<typeof botSchema>[]
      streams?: Static<typeof streamSchema>[]
      stream_name_max_length?: number
      stream_description_max_length?: number
      realm_default_streams?: number[]
      realm_default_stream_groups?: Static<typeof defaultStreamGroupSchema>[]
      channel_folders?: Static<typeof channelFolderSchema>[]
      max_channel_folder_name_length?: number
      max_channel_folder_description_length?: number
      subscriptions?: Static<typeof subscriptionSchema>[]
      unsubscribed?: Static<typeof subscriptionSchema>[]
      never_subscribed?: Static<typeof unjoinedStreamSchema>[]
      presences?: Static<typeof presencesSchema>
      presence_last_update_id?: number
      muted_topics?: [string, string, number][]
      user_topics?: Static<typeof userTopicSchema>[]
      muted_users?: Static<typeof mutedUserSchema>[]
      alert_words?: string[]
      saved_snippets?: Static<typeof savedSnippetSchema>[]
      devices?: Record<string, Static<typeof clientDeviceSchema>>
      drafts?: Static<typeof draftSchema>[]
      scheduled_messages?: Static<typeof scheduledMessageSchema>[]
      reminders?: Static<typeof reminderSchema>[]
      max_reminder_note_length?: number
      navigation_views?: Static<typeof navigationViewSchema>[]
      user_status?: Record<string, Static<typeof userStatusSchema>>
      user_settings?: {
        color_scheme: 1 | 2 | 3
        default_language: string
        demote_inactive_streams: 1 | 2 | 3
        dense_mode: boolean
        display_emoji_reaction_users: boolean
        emojiset: 'google' | 'google-blob' | 'twitter' | 'text'
        enter_sends: boolean
        fluid_layout_width: boolean
        high_contrast_mode: boolean
        left_side_userlist: boolean
        night_mode: boolean
        starred_message_counts: boolean
        timezone: string
        translate_emoticons: boolean
        twenty_four_hour_time: boolean
        user_list_style: 2 | 1 | 3
        web_home_view: 'inbox' | 'recent' | 'all_messages'
        desktop_icon_count_display: 1 | 2 | 3 | 4
        enable_desktop_notifications: boolean
        enable_digest_emails: boolean
        enable_login_emails: boolean
        enable_offline_email_notifications: boolean
        enable_offline_push_notifications: boolean
        enable_online_push_notifications: boolean
        enable_sounds: boolean
        enable_stream_audible_notifications: boolean
        enable_stream_desktop_notifications: boolean
        enable_stream_email_notifications: boolean
        enable_stream_push_notifications: boolean
        message_content_in_email_notifications: boolean
        notification_sound: 'zulip' | 'none'
        pm_content_in_desktop_notifications: boolean
        realm_name_in_email_notifications_policy: 1 | 2 | 3
        realm_name_in_notifications: boolean
        wildcard_mentions_notify: boolean
        allow_private_data_export: boolean
        automatically_follow_topics_policy: 4 | 1 | 2 | 3
        automatically_follow_topics_where_mentioned: boolean
        automatically_unmute_topics_in_muted_streams_policy: 4 | 1 | 2 | 3
        email_address_visibility: 1 | 2 | 3 | 4 | 5
        enable_drafts_synchronization: boolean
        presence_enabled: boolean
        receives_typing_notifications: boolean
        send_private_typing_notifications: boolean
        send_read_receipts: boolean
        send_stream_typing_notifications: boolean
        clock_follows_language: boolean
        dnd_until: number
        dnd_schedule: {
          days: number[]
          from: string
          to: string
        }[]
        show_link_previews: boolean
        email_notifications_batching_period_seconds: number
        enable_followed_topic_audible_notifications: boolean
        enable_followed_topic_desktop_notifications: boolean
        enable_followed_topic_email_notifications: boolean
        enable_followed_topic_push_notifications: boolean
        enable_followed_topic_wildcard_mentions_notify: boolean
        enable_marketing_emails: boolean
        hide_ai_features: boolean
        resolved_topic_notice_auto_read_policy: 'except_followed' | 'always' | 'never'
        web_animate_image_previews: 'on_hover' | 'always' | 'never'
        web_channel_default_view: 1 | 2 | 3 | 4
        web_escape_navigates_to_home_view: boolean
        web_font_size_px: number
        web_inbox_show_channel_folders: boolean
        web_left_sidebar_show_channel_folders: boolean
        web_left_sidebar_unreads_count_summary: boolean
        web_line_height_percent: number
        web_mark_read_on_scroll_policy: 1 | 2 | 3
        web_navigate_to_sent_message: boolean
        web_stream_unreads_count_display_policy: 2 | 1 | 3
        web_suggest_update_timezone: boolean
        emojiset_choices: {
          key: string
          text: string
        }[]
        available_notification_sounds: string[]
        enable_stream_sounds: boolean
      }
      color_scheme?: 1 | 2 | 3
      default_language?: string
      demote_inactive_streams?: 1 | 2 | 3
      dense_mode?: boolean
      display_emoji_reaction_users?: boolean
      emojiset?: 'google' | 'google-blob' | 'twitter' | 'text'
      fluid_layout_width?: boolean
      high_contrast_mode?: boolean
      left_side_userlist?: boolean
      night_mode?: boolean
      starred_message_counts?: boolean
      timezone?: string
      translate_emoticons?: boolean
      twenty_four_hour_time?: boolean
      user_list_style?: 2 | 1 | 3
      web_home_view?: 'inbox' | 'recent' | 'all_messages'
      emojiset_choices?: {
        key: string
        text: string
      }[]
      desktop_icon_count_display?: 1 | 2 | 3 | 4
      enable_desktop_notifications?: boolean
      enable_digest_emails?: boolean
      enable_login_emails?: boolean
      enable_offline_email_notifications?: boolean
      enable_offline_push_notifications?: boolean
      enable_online_push_notifications?: boolean
      enable_sounds?: boolean
      enable_stream_audible_notifications?: boolean
      enable_stream_desktop_notifications?: boolean
      enable_stream_email_notifications?: boolean
      enable_stream_push_notifications?: boolean
      message_content_in_email_notifications?: boolean
      notification_sound?: 'zulip' | 'none'
      pm_content_in_desktop_notifications?: boolean
      realm_name_in_email_notifications_policy?: 1 | 2 | 3
      realm_name_in_notifications?: boolean
      wildcard_mentions_notify?: boolean
      available_notification_sounds?: string[]
      enable_stream_sounds?: boolean
      realm_user_settings_defaults?: {
        color_scheme: 1 | 2 | 3
        demote_inactive_streams: 1 | 2 | 3
        dense_mode: boolean
        display_emoji_reaction_users: boolean
        emojiset: 'google' | 'google-blob' | 'twitter' | 'text'
        enter_sends: boolean
        fluid_layout_width: boolean
        high_contrast_mode: boolean
        left_side_userlist: boolean
        night_mode: boolean
        starred_message_counts: boolean
        translate_emoticons: boolean
        twenty_four_hour_time: boolean
        user_list_style: 2 | 1 | 3
        web_home_view: 'inbox' | 'recent' | 'all_messages'
        desktop_icon_count_display: 1 | 2 | 3 | 4
        enable_desktop_notifications: boolean
        enable_digest_emails: boolean
        enable_login_emails: boolean
        enable_offline_email_notifications: boolean
        enable_offline_push_notifications: boolean
        enable_online_push_notifications: boolean
        enable_sounds: boolean
        enable_stream_audible_notifications: boolean
        enable_stream_desktop_notifications: boolean
        enable_stream_email_notifications: boolean
        enable_stream_push_notifications: boolean
        message_content_in_email_notifications: boolean
        notification_sound: 'zulip' | 'none'
        pm_content_in_desktop_notifications: boolean
        realm_name_in_email_notifications_policy: 1 | 2 | 3
        realm_name_in_notifications: boolean
        wildcard_mentions_notify: boolean
        allow_private_data_export: boolean
        automatically_follow_topics_policy: 4 | 1 | 2 | 3
        automatically_follow_topics_where_mentioned: boolean
        automatically_unmute_topics_in_muted_streams_policy: 4 | 1 | 2 | 3
        email_address_visibility: 1 | 2 | 3 | 4 | 5
        enable_drafts_synchronization: boolean
        presence_enabled: boolean
        receives_typing_notifications: boolean
        send_private_typing_notifications: boolean
        send_read_receipts: boolean
        send_stream_typing_notifications: boolean
        clock_follows_language: boolean
        show_link_previews: boolean
        email_notifications_batching_period_seconds: number
        enable_followed_topic_audible_notifications: boolean
        enable_followed_topic_desktop_notifications: boolean
        enable_followed_topic_email_notifications: boolean
        enable_followed_topic_push_notifications: boolean
        enable_followed_topic_wildcard_mentions_notify: boolean
        enable_marketing_emails: boolean
        hide_ai_features: boolean
        resolved_topic_notice_auto_read_policy: 'except_followed' | 'always' | 'never'
        web_animate_image_previews: 'on_hover' | 'always' | 'never'
        web_channel_default_view: 1 | 2 | 3 | 4
        web_escape_navigates_to_home_view: boolean
        web_font_size_px: number
        web_inbox_show_channel_folders: boolean
        web_left_sidebar_show_channel_folders: boolean
        web_left_sidebar_unreads_count_summary: boolean
        web_line_height_percent: number
        web_mark_read_on_scroll_policy: 1 | 2 | 3
        web_navigate_to_sent_message: boolean
        web_stream_unreads_count_display_policy: 2 | 1 | 3
        web_suggest_update_timezone: boolean
        emojiset_choices: {
          key: string
          text: string
        }[]
        available_notification_sounds: string[]
      }
      web_version?: string | null
      realm_billing?: {
        has_pending_sponsorship_request: boolean
      }
      stop_words?: string[]
      has_zoom_token?: boolean
      push_devices?: object
      realm_incoming_webhook_bots?: {
        name: string
        display_name: string
        all_event_types: string[] | null
        config_options: unknown[]
        url_options: {
          key: string
          name: string
          label: string
          validator: string
        }[]
      }[]
      tenor_api_key?: string
      giphy_api_key?: string
      hotspots?: unknown[]
      realm_embedded_bots?: unknown[]
    }
  }
  'GET /events': {
    params: {
      user_client?: string
      last_event_id?: number
      queue_id?: string
      apply_markdown?: boolean
      client_gravatar?: boolean
      all_public_streams?: boolean
      include_subscribers?: boolean | 'partial'
      event_types?: string[]
      narrow?: unknown[]
      dont_block?: boolean
      lifespan_secs?: number | 'mobile'
    }
    response: {
      events: {
        id: number
        type: string
      }[]
      queue_id: string
      last_event_id?: number
    }
  }
  'DELETE /events': {
    params: {
      queue_id: string
    }
    response: object
  }
  'POST /events/acknowledge': {
    params: {
      queue_id: string
      last_event_id: number
    }
    response: object
  }
  'GET /streams': {
    params: {
      include_public?: boolean
      include_subscribed?: boolean
      include_all_active?: boolean
      include_all?: boolean
      include_can_access_content?: boolean
      include_owner_subscribed?: boolean
      exclude_archived?: boolean
      include_default?: boolean
      include_usage?: boolean
    }
    response: {
      streams: Static<typeof listedStreamSchema>[]
    }
  }
  'GET /get_stream_id': {
    params: {
      stream: string
    }
    response: {
      stream_id: number
    }
  }
  'GET /streams/{stream_id}': {
    params: {
      stream_id: number
    }
    response: {
      stream: Static<typeof countedStreamSchema>
    }
  }
  'POST /channels/create': {
    params: {
      name: string
      description?: string
      subscribers: number[]
      invite_only?: boolean
      history_public_to_subscribers?: boolean
      is_default_stream?: boolean
      message_retention_days?: number | 'realm_default' | 'unlimited'
      folder_id?: number | null
      topics_policy?: Static<typeof topicsPolicySchema>
      can_administer_channel_group?: Static<typeof groupValueSchema>
      can_add_subscribers_group?: Static<typeof groupValueSchema>
      can_remove_subscribers_group?: Static<typeof groupValueSchema>
      can_send_message_group?: Static<typeof groupValueSchema>
      can_subscribe_group?: Static<typeof groupValueSchema>
      can_move_messages_within_channel_group?: Static<typeof groupValueSchema>
      can_move_messages_out_of_channel_group?: Static<typeof groupValueSchema>
      can_resolve_topics_group?: Static<typeof groupValueSchema>
      can_delete_any_message_group?: Static<typeof groupValueSchema>
      can_delete_own_message_group?: Static<typeof groupValueSchema>
      can_create_topic_group?: Static<typeof groupValueSchema>
      announce?: boolean
      send_new_subscription_messages?: boolean
    }
    response: {
      id: number
    }
  }
  'PATCH /streams/{stream_id}': {
    params: {
      stream_id: number
      description?: string
      new_name?: string
      is_private?: boolean
      is_announcement_only?: boolean
      stream_post_policy?: 1 | 2 | 3 | 4
      is_default_stream?: boolean
      history_public_to_subscribers?: boolean
      message_retention_days?: number | 'realm_default' | 'unlimited'
      folder_id?: number | null
      topics_policy?: Static<typeof topicsPolicySchema>
      is_archived?: boolean
      can_administer_channel_group?: Static<typeof groupValueUpdateSchema>
      can_add_subscribers_group?: Static<typeof groupValueUpdateSchema>
      can_remove_subscribers_group?: Static<typeof groupValueUpdateSchema>
      can_send_message_group?: Static<typeof groupValueUpdateSchema>
      can_subscribe_group?: Static<typeof groupValueUpdateSchema>
      can_move_messages_within_channel_group?: Static<typeof groupValueUpdateSchema>
      can_move_messages_out_of_channel_group?: Static<typeof groupValueUpdateSchema>
      can_resolve_topics_group?: Static<typeof groupValueUpdateSchema>
      can_delete_any_message_group?: Static<typeof groupValueUpdateSchema>
      can_delete_own_message_group?: Static<typeof groupValueUpdateSchema>
      can_create_topic_group?: Static<typeof groupValueUpdateSchema>
    }
    response: object
  }
  'DELETE /streams/{stream_id}': {
    params: {
      stream_id: number
    }
    response: object
  }
  'GET /streams/{stream_id}/members': {
    params: {
      stream_id: number
    }
    response: {
      subscribers: string[]
    }
  }
  'GET /users/me/{stream_id}/topics': {
    params: {
      stream_id: number
      allow_empty_topic_name?: boolean
    }
    response: {
      topics: {
        name: string
        max_id: number
      }[]
    }
  }
  'GET /streams/{stream_id}/email_address': {
    params: {
      stream_id: number
      sender_id?: number
      options?: ('show-sender' | 'include-footer' | 'include-quotes' | 'prefer-html' | 'as-code' | 'mentions')[]
    }
    response: {
      email: string
    }
  }
  'POST /default_streams': {
    params: {
      stream?: string
      stream_id?: number
    }
    response: object
  }
  'DELETE /default_streams': {
    params: {
      stream?: string
      stream_id?: number
    }
    response: object
  }
  'POST /streams/{stream_id}/delete_topic': {
    params: {
      stream_id: number
      topic_name: string
    }
    response: {
      complete: boolean
    }
  }
  'POST /default_stream_groups/create': {
    params: {
      group_name: string
      description: string
      stream_names: string[]
    }
    response: object
  }
  'PATCH /default_stream_groups/{group_id}': {
    params: {
      group_id: number
      new_group_name?: string
      new_description?: string
    }
    response: object
  }
  'PATCH /default_stream_groups/{group_id}/streams': {
    params: {
      group_id: number
      op: 'add' | 'remove'
      stream_names: string[]
    }
    response: object
  }
  'DELETE /default_stream_groups/{group_id}': {
    params: {
      group_id: number
    }
    response: object
  }
  'GET /channel_folders': {
    params: {
      include_archived?: boolean
    }
    response: {
      channel_folders: Static<typeof channelFolderSchema>[]
    }
  }
  'POST /channel_folders/create': {
    params: {
      name: string
      description?: string
    }
    response: {
      channel_folder_id: number
    }
  }
  'PATCH /channel_folders/{channel_folder_id}': {
    params: {
      channel_folder_id: number
      name?: string
      description?: string
      is_archived?: boolean
    }
    response: object
  }
  'PATCH /channel_folders': {
    params: {
      order: number[]
    }
    response: object
  }
  'GET /users/me/subscriptions': {
    params: {
      include_subscribers?: boolean | 'partial'
    }
    response: {
      subscriptions: Static<typeof subscriptionSchema>[]
    }
  }
  'POST /users/me/subscriptions': {
    params: {
      subscriptions: {
        name: string
        description?: string
      }[]
      invite_only?: boolean
      history_public_to_subscribers?: boolean
      is_default_stream?: boolean
      message_retention_days?: number | 'realm_default' | 'unlimited'
      folder_id?: number | null
      topics_policy?: Static<typeof topicsPolicySchema>
      can_administer_channel_group?: Static<typeof groupValueSchema>
      can_add_subscribers_group?: Static<typeof groupValueSchema>
      can_remove_subscribers_group?: Static<typeof groupValueSchema>
      can_send_message_group?: Static<typeof groupValueSchema>
      can_subscribe_group?: Static<typeof groupValueSchema>
      can_move_messages_within_channel_group?: Static<typeof groupValueSchema>
      can_move_messages_out_of_channel_group?: Static<typeof groupValueSchema>
      can_resolve_topics_group?: Static<typeof groupValueSchema>
      can_delete_any_message_group?: Static<typeof groupValueSchema>
      can_delete_own_message_group?: Static<typeof groupValueSchema>
      can_create_topic_group?: Static<typeof groupValueSchema>
      announce?: boolean
      is_announcement_only?: boolean
      stream_post_policy?: 1 | 2 | 3 | 4
      send_new_subscription_messages?: boolean
      principals?: (string | number)[]
      authorization_errors_fatal?: boolean
    }
    response: {
      subscribed: Record<string, string[]>
      already_subscribed: Record<string, string[]>
      unauthorized?: string[]
      new_subscription_messages_sent?: boolean
    }
  }
  'DELETE /users/me/subscriptions': {
    params: {
      subscriptions: string[]
      principals?: (string | number)[]
    }
    response: {
      removed: string[]
      not_subscribed: string[]
      not_removed: string[]
    }
  }
  'PATCH /users/me/subscriptions': {
    params: {
      delete?: string[]
      add?: {
        name: string
        description?: string
      }[]
    }
    response: {
      subscribed: Record<string, string[]>
      already_subscribed: Record<string, string[]>
      removed: string[]
      not_subscribed: string[]
      not_removed: string[]
    }
  }
  'POST /users/me/subscriptions/properties': {
    params: {
      subscription_data: {
        stream_id: number
        property: string
        value: boolean | string | null
      }[]
    }
    response: {
      subscription_data: {
        stream_id: number
        property: string
        value: boolean | string | null
      }[]
    }
  }
  'PATCH /users/me/subscriptions/{stream_id}': {
    params: {
      stream_id: number
      property: string
      value: boolean | string | null
    }
    response: object
  }
  'GET /users/{user_id}/subscriptions/{stream_id}': {
    params: {
      user_id: number | string
      stream_id: number
    }
    response: {
      is_subscribed: boolean
    }
  }
  'GET /users/{user_id}/channels': {
    params: {
      user_id: number | string
    }
    response: {
      subscribed_channel_ids: number[]
    }
  }
  'GET /users/me': {
    params: object
    response: {
      user_id: number
      email: string
      delivery_email: string | null
      full_name: string
      short_name: string
      is_bot: boolean
      bot_type: number | null
      bot_owner?: string
      bot_owner_id: number | null
      role: number
      is_owner: boolean
      is_admin: boolean
      is_guest: boolean
      is_billing_admin: boolean
      is_active: boolean
      is_imported_stub: boolean
      avatar_url: string | null
      avatar_version: number
      timezone: string
      date_joined: string
      profile_data?: Static<typeof profileDataSchema>
      client_id: string
      pointer: number
      max_message_id: number
    }
  }
  'GET /users': {
    params: {
      client_gravatar?: boolean
      include_custom_profile_fields?: boolean
      user_ids?: number[]
    }
    response: {
      members: Static<typeof userSchema>[]
    }
  }
  'POST /users': {
    params: {
      email: string
      password: string
      full_name: string
      short_name?: string
    }
    response: {
      user_id: number
    }
  }
  'GET /users/{user_id}': {
    params: {
      user_id: number | string
      client_gravatar?: boolean
      include_custom_profile_fields?: boolean
    }
    response: {
      user: Static<typeof userSchema>
    }
  }
  'PATCH /users/{user_id}': {
    params: {
      user_id: number | string
      full_name?: string
      new_email?: string
      role?: number
      profile_data?: {
        id: number
        value: string | number[] | null
      }[]
      is_admin?: boolean
      is_guest?: boolean
    }
    response: object
  }
  'DELETE /users/{user_id}': {
    params: {
      user_id: number | string
      deactivation_notification_comment?: string
      actions?: {
        delete_profile?: boolean
        delete_public_channel_messages?: boolean
        delete_private_channel_messages?: boolean
        delete_direct_messages?: boolean
      }
    }
    response: object
  }
  'POST /users/{user_id}/reactivate': {
    params: {
      user_id: number | string
    }
    response: object
  }
  'DELETE /users/{user_id}/sessions': {
    params: {
      user_id: number | string
    }
    response: {
      ended: number
    }
  }
  'DELETE /users/me': {
    params: object
    response: object
  }
  'POST /users/me/api_key/regenerate': {
    params: object
    response: {
      api_key: string
    }
  }
  'GET /users/me/pointer': {
    params: object
    response: {
      pointer: number
    }
  }
  'POST /users/me/pointer': {
    params: {
      pointer: number
    }
    response: object
  }
  'PUT /users/me/pointer': {
    params: {
      pointer: number
    }
    response: object
  }
  'GET /invites': {
    params: object
    response: {
      invites: Static<typeof invitationSchema>[]
    }
  }
  'POST /invites': {
    params: {
      invitee_emails: string
      invite_expires_in_minutes?: number | null
      invite_as?: number
      stream_ids: number[]
      group_ids?: number[]
      include_realm_default_subscriptions?: boolean
      welcome_message_custom_text?: string | null
      notify_referrer_on_join?: boolean
    }
    response: {
      invitations: Static<typeof sentInvitationSchema>[]
    }
  }
  'POST /invites/multiuse': {
    params: {
      invite_expires_in_minutes?: number | null
      invite_as?: number
      stream_ids?: number[]
      group_ids?: number[]
      include_realm_default_subscriptions?: boolean
      welcome_message_custom_text?: string | null
    }
    response: {
      invite_link: string
    }
  }
  'POST /invites/{invite_id}/resend': {
    params: {
      invite_id: number
    }
    response: {
      link_url: string | null
    }
  }
  'DELETE /invites/{invite_id}': {
    params: {
      invite_id: number
    }
    response: object
  }
  'DELETE /invites/multiuse/{invite_id}': {
    params: {
      invite_id: number
    }
    response: object
  }
  'PATCH /settings': {
    params: {
      full_name?: string
      email?: string
      old_password?: string
      new_password?: string
      target_users?: {
        user_ids?: number[]
        group_ids?: number[]
        skip_if_already_edited?: boolean
      }
      color_scheme?: 1 | 2 | 3
      default_language?: string
      demote_inactive_streams?: 1 | 2 | 3
      dense_mode?: boolean
      display_emoji_reaction_users?: boolean
      emojiset?: 'google' | 'google-blob' | 'twitter' | 'text'
      enter_sends?: boolean
      fluid_layout_width?: boolean
      high_contrast_mode?: boolean
      left_side_userlist?: boolean
      night_mode?: boolean
      starred_message_counts?: boolean
      timezone?: string
      translate_emoticons?: boolean
      twenty_four_hour_time?: boolean
      user_list_style?: 2 | 1 | 3
      web_home_view?: 'inbox' | 'recent' | 'all_messages'
      desktop_icon_count_display?: 1 | 2 | 3 | 4
      enable_desktop_notifications?: boolean
      enable_digest_emails?: boolean
      enable_login_emails?: boolean
      enable_offline_email_notifications?: boolean
      enable_offline_push_notifications?: boolean
      enable_online_push_notifications?: boolean
      enable_sounds?: boolean
      enable_stream_audible_notifications?: boolean
      enable_stream_desktop_notifications?: boolean
      enable_stream_email_notifications?: boolean
      enable_stream_push_notifications?: boolean
      message_content_in_email_notifications?: boolean
      notification_sound?: 'zulip' | 'none'
      pm_content_in_desktop_notifications?: boolean
      realm_name_in_email_notifications_policy?: 1 | 2 | 3
      realm_name_in_notifications?: boolean
      wildcard_mentions_notify?: boolean
      allow_private_data_export?: boolean
      automatically_follow_topics_policy?: 4 | 1 | 2 | 3
      automatically_follow_topics_where_mentioned?: boolean
      automatically_unmute_topics_in_muted_streams_policy?: 4 | 1 | 2 | 3
      email_address_visibility?: 1 | 2 | 3 | 4 | 5
      enable_drafts_synchronization?: boolean
      presence_enabled?: boolean
      receives_typing_notifications?: boolean
      send_private_typing_notifications?: boolean
      send_read_receipts?: boolean
      send_stream_typing_notifications?: boolean
      clock_follows_language?: boolean
      dnd_until?: number
      dnd_schedule?: {
        days: number[]
        from: string
        to: string
      }[]
      show_link_previews?: boolean
      email_notifications_batching_period_seconds?: number
      enable_followed_topic_audible_notifications?: boolean
      enable_followed_topic_desktop_notifications?: boolean
      enable_followed_topic_email_notifications?: boolean
      enable_followed_topic_push_notifications?: boolean
      enable_followed_topic_wildcard_mentions_notify?: boolean
      enable_marketing_emails?: boolean
      hide_ai_features?: boolean
      resolved_topic_notice_auto_read_policy?: 'except_followed' | 'always' | 'never'
      web_animate_image_previews?: 'on_hover' | 'always' | 'never'
      web_channel_default_view?: 1 | 2 | 3 | 4
      web_escape_navigates_to_home_view?: boolean
      web_font_size_px?: number
      web_inbox_show_channel_folders?: boolean
      web_left_sidebar_show_channel_folders?: boolean
      web_left_sidebar_unreads_count_summary?: boolean
      web_line_height_percent?: number
      web_mark_read_on_scroll_policy?: 1 | 2 | 3
      web_navigate_to_sent_message?: boolean
      web_stream_unreads_count_display_policy?: 2 | 1 | 3
      web_suggest_update_timezone?: boolean
    }
    response: object
  }
  'PATCH /settings/display': {
    params: {
      full_name?: string
      email?: string
      old_password?: string
      new_password?: string
      target_users?: {
        user_ids?: number[]
        group_ids?: number[]
        skip_if_already_edited?: boolean
      }
      color_scheme?: 1 | 2 | 3
      default_language?: string
      demote_inactive_streams?: 1 | 2 | 3
      dense_mode?: boolean
      display_emoji_reaction_users?: boolean
      emojiset?: 'google' | 'google-blob' | 'twitter' | 'text'
      enter_sends?: boolean
      fluid_layout_width?: boolean
      high_contrast_mode?: boolean
      left_side_userlist?: boolean
      night_mode?: boolean
      starred_message_counts?: boolean
      timezone?: string
      translate_emoticons?: boolean
      twenty_four_hour_time?: boolean
      user_list_style?: 2 | 1 | 3
      web_home_view?: 'inbox' | 'recent' | 'all_messages'
      desktop_icon_count_display?: 1 | 2 | 3 | 4
      enable_desktop_notifications?: boolean
      enable_digest_emails?: boolean
      enable_login_emails?: boolean
      enable_offline_email_notifications?: boolean
      enable_offline_push_notifications?: boolean
      enable_online_push_notifications?: boolean
      enable_sounds?: boolean
      enable_stream_audible_notifications?: boolean
      enable_stream_desktop_notifications?: boolean
      enable_stream_email_notifications?: boolean
      enable_stream_push_notifications?: boolean
      message_content_in_email_notifications?: boolean
      notification_sound?: 'zulip' | 'none'
      pm_content_in_desktop_notifications?: boolean
      realm_name_in_email_notifications_policy?: 1 | 2 | 3
      realm_name_in_notifications?: boolean
      wildcard_mentions_notify?: boolean
      allow_private_data_export?: boolean
      automatically_follow_topics_policy?: 4 | 1 | 2 | 3
      automatically_follow_topics_where_mentioned?: boolean
      automatically_unmute_topics_in_muted_streams_policy?: 4 | 1 | 2 | 3
      email_address_visibility?: 1 | 2 | 3 | 4 | 5
      enable_drafts_synchronization?: boolean
      presence_enabled?: boolean
      receives_typing_notifications?: boolean
      send_private_typing_notifications?: boolean
      send_read_receipts?: boolean
      send_stream_typing_notifications?: boolean
      clock_follows_language?: boolean
      dnd_until?: number
      dnd_schedule?: {
        days: number[]
        from: string
        to: string
      }[]
      show_link_previews?: boolean
      email_notifications_batching_period_seconds?: number
      enable_followed_topic_audible_notifications?: boolean
      enable_followed_topic_desktop_notifications?: boolean
      enable_followed_topic_email_notifications?: boolean
      enable_followed_topic_push_notifications?: boolean
      enable_followed_topic_wildcard_mentions_notify?: boolean
      enable_marketing_emails?: boolean
      hide_ai_features?: boolean
      resolved_topic_notice_auto_read_policy?: 'except_followed' | 'always' | 'never'
      web_animate_image_previews?: 'on_hover' | 'always' | 'never'
      web_channel_default_view?: 1 | 2 | 3 | 4
      web_escape_navigates_to_home_view?: boolean
      web_font_size_px?: number
      web_inbox_show_channel_folders?: boolean
      web_left_sidebar_show_channel_folders?: boolean
      web_left_sidebar_unreads_count_summary?: boolean
      web_line_height_percent?: number
      web_mark_read_on_scroll_policy?: 1 | 2 | 3
      web_navigate_to_sent_message?: boolean
      web_stream_unreads_count_display_policy?: 2 | 1 | 3
      web_suggest_update_timezone?: boolean
    }
    response: object
  }
  'PATCH /settings/notifications': {
    params: {
      full_name?: string
      email?: string
      old_password?: string
      new_password?: string
      target_users?: {
        user_ids?: number[]
        group_ids?: number[]
        skip_if_already_edited?: boolean
      }
      color_scheme?: 1 | 2 | 3
      default_language?: string
      demote_inactive_streams?: 1 | 2 | 3
      dense_mode?: boolean
      display_emoji_reaction_users?: boolean
      emojiset?: 'google' | 'google-blob' | 'twitter' | 'text'
      enter_sends?: boolean
      fluid_layout_width?: boolean
      high_contrast_mode?: boolean
      left_side_userlist?: boolean
      night_mode?: boolean
      starred_message_counts?: boolean
      timezone?: string
      translate_emoticons?: boolean
      twenty_four_hour_time?: boolean
      user_list_style?: 2 | 1 | 3
      web_home_view?: 'inbox' | 'recent' | 'all_messages'
      desktop_icon_count_display?: 1 | 2 | 3 | 4
      enable_desktop_notifications?: boolean
      enable_digest_emails?: boolean
      enable_login_emails?: boolean
      enable_offline_email_notifications?: boolean
      enable_offline_push_notifications?: boolean
      enable_online_push_notifications?: boolean
      enable_sounds?: boolean
      enable_stream_audible_notifications?: boolean
      enable_stream_desktop_notifications?: boolean
      enable_stream_email_notifications?: boolean
      enable_stream_push_notifications?: boolean
      message_content_in_email_notifications?: boolean
      notification_sound?: 'zulip' | 'none'
      pm_content_in_desktop_notifications?: boolean
      realm_name_in_email_notifications_policy?: 1 | 2 | 3
      realm_name_in_notifications?: boolean
      wildcard_mentions_notify?: boolean
      allow_private_data_export?: boolean
      automatically_follow_topics_policy?: 4 | 1 | 2 | 3
      automatically_follow_topics_where_mentioned?: boolean
      automatically_unmute_topics_in_muted_streams_policy?: 4 | 1 | 2 | 3
      email_address_visibility?: 1 | 2 | 3 | 4 | 5
      enable_drafts_synchronization?: boolean
      presence_enabled?: boolean
      receives_typing_notifications?: boolean
      send_private_typing_notifications?: boolean
      send_read_receipts?: boolean
      send_stream_typing_notifications?: boolean
      clock_follows_language?: boolean
      dnd_until?: number
      dnd_schedule?: {
        days: number[]
        from: string
        to: string
      }[]
      show_link_previews?: boolean
      email_notifications_batching_period_seconds?: number
      enable_followed_topic_audible_notifications?: boolean
      enable_followed_topic_desktop_notifications?: boolean
      enable_followed_topic_email_notifications?: boolean
      enable_followed_topic_push_notifications?: boolean
      enable_followed_topic_wildcard_mentions_notify?: boolean
      enable_marketing_emails?: boolean
      hide_ai_features?: boolean
      resolved_topic_notice_auto_read_policy?: 'except_followed' | 'always' | 'never'
      web_animate_image_previews?: 'on_hover' | 'always' | 'never'
      web_channel_default_view?: 1 | 2 | 3 | 4
      web_escape_navigates_to_home_view?: boolean
      web_font_size_px?: number
      web_inbox_show_channel_folders?: boolean
      web_left_sidebar_show_channel_folders?: boolean
      web_left_sidebar_unreads_count_summary?: boolean
      web_line_height_percent?: number
      web_mark_read_on_scroll_policy?: 1 | 2 | 3
      web_navigate_to_sent_message?: boolean
      web_stream_unreads_count_display_policy?: 2 | 1 | 3
      web_suggest_update_timezone?: boolean
    }
    response: object
  }
  'PATCH /realm': {
    params: {
      name?: string
      description?: string
      notifications_stream_id?: number
      waiting_period_threshold?: number
      authentication_methods?: Record<string, boolean>
      allow_message_editing?: boolean
      message_content_edit_limit_seconds?: number | null
      message_edit_history_visibility_policy?: 'all' | 'moves' | 'none'
      move_messages_within_stream_limit_seconds?: number | null
      move_messages_between_streams_limit_seconds?: number | null
      message_content_delete_limit_seconds?: number | null
      message_retention_days?: number
      name_changes_disabled?: boolean
      enable_read_receipts?: boolean
      presence_disabled?: boolean
      inline_image_preview?: boolean
      inline_url_embed_preview?: boolean
      topics_policy?: 'disable_empty_topic' | 'allow_empty_topic'
      org_type?: 0 | 10 | 20 | 30 | 35 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 1000
      default_code_block_language?: string
      giphy_rating?: 2 | 0 | 1 | 3 | 4 | 5
      video_chat_provider?: 0 | 1
      jitsi_server_url?: string | null
      send_channel_events_messages?: boolean
      enable_guest_user_indicator?: boolean
      enable_guest_user_dm_warning?: boolean
      signup_announcements_stream_id?: number
      moderation_request_channel_id?: number
      require_unique_names?: boolean
      avatar_changes_disabled?: boolean
      email_changes_disabled?: boolean
      invite_required?: boolean
      emails_restricted_to_domains?: boolean
      disallow_disposable_email_addresses?: boolean
      two_factor_required?: 'nobody' | 'administrators' | 'all'
      message_content_allowed_in_email_notifications?: boolean
      digest_emails_enabled?: boolean
      digest_weekday?: 1 | 0 | 2 | 3 | 4 | 5 | 6
      require_e2ee_push_notifications?: boolean
      welcome_message_custom_text?: string
      default_language?: string
      default_twenty_four_hour_time?: boolean
      create_multiuse_invite_group?: Static<typeof groupValueUpdateSchema>
      can_access_all_users_group?: Static<typeof groupValueUpdateSchema>
      can_add_custom_emoji_group?: Static<typeof groupValueUpdateSchema>
      can_add_subscribers_group?: Static<typeof groupValueUpdateSchema>
      can_create_bots_group?: Static<typeof groupValueUpdateSchema>
      can_create_write_only_bots_group?: Static<typeof groupValueUpdateSchema>
      can_create_groups?: Static<typeof groupValueUpdateSchema>
      can_create_public_channel_group?: Static<typeof groupValueUpdateSchema>
      can_create_private_channel_group?: Static<typeof groupValueUpdateSchema>
      can_create_web_public_channel_group?: Static<typeof groupValueUpdateSchema>
      can_delete_any_message_group?: Static<typeof groupValueUpdateSchema>
      can_delete_own_message_group?: Static<typeof groupValueUpdateSchema>
      can_invite_users_group?: Static<typeof groupValueUpdateSchema>
      can_manage_all_groups?: Static<typeof groupValueUpdateSchema>
      can_manage_billing_group?: Static<typeof groupValueUpdateSchema>
      can_mention_many_users_group?: Static<typeof groupValueUpdateSchema>
      can_move_messages_between_channels_group?: Static<typeof groupValueUpdateSchema>
      can_move_messages_between_topics_group?: Static<typeof groupValueUpdateSchema>
      can_resolve_topics_group?: Static<typeof groupValueUpdateSchema>
      can_summarize_topics_group?: Static<typeof groupValueUpdateSchema>
      can_set_delete_message_policy_group?: Static<typeof groupValueUpdateSchema>
      can_set_topics_policy_group?: Static<typeof groupValueUpdateSchema>
      direct_message_initiator_group?: Static<typeof groupValueUpdateSchema>
      direct_message_permission_group?: Static<typeof groupValueUpdateSchema>
      create_public_stream_policy?: 1 | 2 | 3 | 4 | 7
      create_private_stream_policy?: 1 | 2 | 3 | 4 | 7
      create_stream_policy?: 1 | 2 | 3 | 4 | 7
      create_stream_by_admins_only?: boolean
      create_web_public_stream_policy?: 2 | 4 | 6 | 7
      invite_to_stream_policy?: 1 | 2 | 3 | 4
      invite_to_realm_policy?: 1 | 2 | 3 | 4 | 6
      invite_by_admins_only?: boolean
      add_custom_emoji_policy?: 1 | 2 | 3 | 4
      add_emoji_by_admins_only?: boolean
      user_group_edit_policy?: 1 | 2 | 3 | 4
      move_messages_between_streams_policy?: 1 | 2 | 3 | 4 | 6
      edit_topic_policy?: 1 | 2 | 3 | 4 | 5 | 6
      allow_community_topic_editing?: boolean
      delete_own_message_policy?: 1 | 2 | 3 | 4 | 5
      allow_message_deleting?: boolean
      private_message_policy?: 1 | 2
      wildcard_mention_policy?: 1 | 2 | 3 | 5 | 6 | 7
      bot_creation_policy?: 1 | 2 | 3
      community_topic_editing_limit_seconds?: number | null
      mandatory_topics?: boolean
      allow_edit_history?: boolean
    }
    response: {
      name?: string
      description?: string
      notifications_stream_id?: number
      waiting_period_threshold?: number
      authentication_methods?: Record<string, boolean>
      allow_message_editing?: boolean
      message_content_edit_limit_seconds?: number | null
      message_edit_history_visibility_policy?: 'all' | 'moves' | 'none'
      move_messages_within_stream_limit_seconds?: number | null
      move_messages_between_streams_limit_seconds?: number | null
      message_content_delete_limit_seconds?: number | null
      message_retention_days?: number
      name_changes_disabled?: boolean
      enable_read_receipts?: boolean
      presence_disabled?: boolean
      inline_image_preview?: boolean
      inline_url_embed_preview?: boolean
      topics_policy?: 'disable_empty_topic' | 'allow_empty_topic'
      org_type?: 0 | 10 | 20 | 30 | 35 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 1000
      default_code_block_language?: string
      giphy_rating?: 2 | 0 | 1 | 3 | 4 | 5
      video_chat_provider?: 0 | 1
      jitsi_server_url?: string | null
      send_channel_events_messages?: boolean
      enable_guest_user_indicator?: boolean
      enable_guest_user_dm_warning?: boolean
      signup_announcements_stream_id?: number
      moderation_request_channel_id?: number
      require_unique_names?: boolean
      avatar_changes_disabled?: boolean
      email_changes_disabled?: boolean
      invite_required?: boolean
      emails_restricted_to_domains?: boolean
      disallow_disposable_email_addresses?: boolean
      two_factor_required?: 'nobody' | 'administrators' | 'all'
      message_content_allowed_in_email_notifications?: boolean
      digest_emails_enabled?: boolean
      digest_weekday?: 1 | 0 | 2 | 3 | 4 | 5 | 6
      require_e2ee_push_notifications?: boolean
      welcome_message_custom_text?: string
      default_language?: string
      default_twenty_four_hour_time?: boolean
      create_multiuse_invite_group?: Static<typeof groupValueSchema>
      can_access_all_users_group?: Static<typeof groupValueSchema>
      can_add_custom_emoji_group?: Static<typeof groupValueSchema>
      can_add_subscribers_group?: Static<typeof groupValueSchema>
      can_create_bots_group?: Static<typeof groupValueSchema>
      can_create_write_only_bots_group?: Static<typeof groupValueSchema>
      can_create_groups?: Static<typeof groupValueSchema>
      can_create_public_channel_group?: Static<typeof groupValueSchema>
      can_create_private_channel_group?: Static<typeof groupValueSchema>
      can_create_web_public_channel_group?: Static<typeof groupValueSchema>
      can_delete_any_message_group?: Static<typeof groupValueSchema>
      can_delete_own_message_group?: Static<typeof groupValueSchema>
      can_invite_users_group?: Static<typeof groupValueSchema>
      can_manage_all_groups?: Static<typeof groupValueSchema>
      can_manage_billing_group?: Static<typeof groupValueSchema>
      can_mention_many_users_group?: Static<typeof groupValueSchema>
      can_move_messages_between_channels_group?: Static<typeof groupValueSchema>
      can_move_messages_between_topics_group?: Static<typeof groupValueSchema>
      can_resolve_topics_group?: Static<typeof groupValueSchema>
      can_summarize_topics_group?: Static<typeof groupValueSchema>
      can_set_delete_message_policy_group?: Static<typeof groupValueSchema>
      can_set_topics_policy_group?: Static<typeof groupValueSchema>
      direct_message_initiator_group?: Static<typeof groupValueSchema>
      direct_message_permission_group?: Static<typeof groupValueSchema>
      create_public_stream_policy?: 1 | 2 | 3 | 4 | 7
      create_private_stream_policy?: 1 | 2 | 3 | 4 | 7
      create_stream_policy?: 1 | 2 | 3 | 4 | 7
      create_stream_by_admins_only?: boolean
      create_web_public_stream_policy?: 2 | 4 | 6 | 7
      invite_to_stream_policy?: 1 | 2 | 3 | 4
      invite_to_realm_policy?: 1 | 2 | 3 | 4 | 6
      invite_by_admins_only?: boolean
      add_custom_emoji_policy?: 1 | 2 | 3 | 4
      add_emoji_by_admins_only?: boolean
      user_group_edit_policy?: 1 | 2 | 3 | 4
      move_messages_between_streams_policy?: 1 | 2 | 3 | 4 | 6
      edit_topic_policy?: 1 | 2 | 3 | 4 | 5 | 6
      allow_community_topic_editing?: boolean
      delete_own_message_policy?: 1 | 2 | 3 | 4 | 5
      allow_message_deleting?: boolean
      private_message_policy?: 1 | 2
      wildcard_mention_policy?: 1 | 2 | 3 | 5 | 6 | 7
      bot_creation_policy?: 1 | 2 | 3
      community_topic_editing_limit_seconds?: number | null
      mandatory_topics?: boolean
      allow_edit_history?: boolean
    }
  }
  'PATCH /realm/user_settings_defaults': {
    params: {
      color_scheme?: 1 | 2 | 3
      demote_inactive_streams?: 1 | 2 | 3
      dense_mode?: boolean
      display_emoji_reaction_users?: boolean
      emojiset?: 'google' | 'google-blob' | 'twitter' | 'text'
      enter_sends?: boolean
      fluid_layout_width?: boolean
      high_contrast_mode?: boolean
      left_side_userlist?: boolean
      night_mode?: boolean
      starred_message_counts?: boolean
      translate_emoticons?: boolean
      twenty_four_hour_time?: boolean
      user_list_style?: 2 | 1 | 3
      web_home_view?: 'inbox' | 'recent' | 'all_messages'
      desktop_icon_count_display?: 1 | 2 | 3 | 4
      enable_desktop_notifications?: boolean
      enable_digest_emails?: boolean
      enable_login_emails?: boolean
      enable_offline_email_notifications?: boolean
      enable_offline_push_notifications?: boolean
      enable_online_push_notifications?: boolean
      enable_sounds?: boolean
      enable_stream_audible_notifications?: boolean
      enable_stream_desktop_notifications?: boolean
      enable_stream_email_notifications?: boolean
      enable_stream_push_notifications?: boolean
      message_content_in_email_notifications?: boolean
      notification_sound?: 'zulip' | 'none'
      pm_content_in_desktop_notifications?: boolean
      realm_name_in_email_notifications_policy?: 1 | 2 | 3
      realm_name_in_notifications?: boolean
      wildcard_mentions_notify?: boolean
      allow_private_data_export?: boolean
      automatically_follow_topics_policy?: 4 | 1 | 2 | 3
      automatically_follow_topics_where_mentioned?: boolean
      automatically_unmute_topics_in_muted_streams_policy?: 4 | 1 | 2 | 3
      email_address_visibility?: 1 | 2 | 3 | 4 | 5
      enable_drafts_synchronization?: boolean
      presence_enabled?: boolean
      receives_typing_notifications?: boolean
      send_private_typing_notifications?: boolean
      send_read_receipts?: boolean
      send_stream_typing_notifications?: boolean
      clock_follows_language?: boolean
      show_link_previews?: boolean
      email_notifications_batching_period_seconds?: number
      enable_followed_topic_audible_notifications?: boolean
      enable_followed_topic_desktop_notifications?: boolean
      enable_followed_topic_email_notifications?: boolean
      enable_followed_topic_push_notifications?: boolean
      enable_followed_topic_wildcard_mentions_notify?: boolean
      enable_marketing_emails?: boolean
      hide_ai_features?: boolean
      resolved_topic_notice_auto_read_policy?: 'except_followed' | 'always' | 'never'
      web_animate_image_previews?: 'on_hover' | 'always' | 'never'
      web_channel_default_view?: 1 | 2 | 3 | 4
      web_escape_navigates_to_home_view?: boolean
      web_font_size_px?: number
      web_inbox_show_channel_folders?: boolean
      web_left_sidebar_show_channel_folders?: boolean
      web_left_sidebar_unreads_count_summary?: boolean
      web_line_height_percent?: number
      web_mark_read_on_scroll_policy?: 1 | 2 | 3
      web_navigate_to_sent_message?: boolean
      web_stream_unreads_count_display_policy?: 2 | 1 | 3
      web_suggest_update_timezone?: boolean
    }
    response: object
  }
  'POST /realm/deactivate': {
    params: object
    response: object
  }
  'POST /realm/icon': {
    params: object
    response: {
      icon_url: string
    }
  }
  'DELETE /realm/icon': {
    params: object
    response: {
      icon_url: string
    }
  }
  'POST /realm/logo': {
    params: {
      night?: boolean
    }
    response: {
      logo_url: string
    }
  }
  'DELETE /realm/logo': {
    params: {
      night?: boolean
    }
    response: {
      logo_url: string
    }
  }
  'GET /realm/domains': {
    params: object
    response: {
      domains: Static<typeof realmDomainSchema>[]
    }
  }
  'POST /realm/domains': {
    params: {
      domain: string
      allow_subdomains?: boolean
    }
    response: object
  }
  'PATCH /realm/domains/{domain}': {
    params: {
      domain: string
      allow_subdomains: boolean
    }
    response: object
  }
  'DELETE /realm/domains/{domain}': {
    params: {
      domain: string
    }
    response: object
  }
  'POST /realm/playgrounds': {
    params: {
      name: string
      pygments_language: string
      url_template: string
    }
    response: {
      id: number
    }
  }
  'DELETE /realm/playgrounds/{playground_id}': {
    params: {
      playground_id: number
    }
    response: object
  }
  'POST /realm/test_welcome_bot_custom_message': {
    params: {
      welcome_message_custom_text: string
    }
    response: {
      message_id: number
    }
  }
  'POST /users/me/onboarding_steps': {
    params: {
      onboarding_step: string
    }
    response: object
  }
  'POST /zcommand': {
    params: {
      command: string
    }
    response: {
      msg: string
    }
  }
  'GET /calls/bigbluebutton/create': {
    params: {
      meeting_name?: string
      voice_only?: string
    }
    response: {
      url: string
    }
  }
  'POST /calls/zoom/create': {
    params: object
    response: {
      url: string
    }
  }
  'GET /realm/subdomain/{subdomain}': {
    params: {
      subdomain: string
    }
    response: {
      msg: string
    }
  }
  'GET /realm/identity_providers': {
    params: object
    response: {
      identity_providers: {
        slug: string
        kind: 'saml' | 'oidc' | 'google' | 'entra' | 'gitlab' | 'github' | 'discord' | 'ldap' | 'jwt' | 'proxy'
        display_name: string
        options: {
          metadata_url?: string
          entity_id?: string
          sso_url?: string
          slo_url?: string
          certificates?: string[]
          server_url?: string
          ca_certificates?: string[]
          is_unencrypted?: boolean
          bind_dn?: string
          search_base?: string
          user_filter?: string
          login_attribute?: string
          append_domain?: string
          id_attribute?: string
          email_attribute?: string
          full_name_attribute?: string
          first_name_attribute?: string
          last_name_attribute?: string
          picture_attribute?: string
          disabled_attribute?: string
          required_attributes?: string[]
          group_base?: string
          creates_accounts?: boolean
          allows_idp_initiated?: boolean
          issuer?: string
          tenant?: string
          tenants?: string[]
          algorithms?: string[]
          public_keys?: string[]
          jwks_url?: string
          token_issuer?: string
          token_audience?: string
          user_header?: string
          email_header?: string
          name_header?: string
          groups_header?: string
          client_id?: string
          hosted_domain?: string
          organization?: string
          icon_url?: string
          updates_addresses?: boolean
          trusts_addresses?: boolean
        }
        has_secret: boolean
        is_managed: boolean
        is_enabled: boolean
        signs_up_at_once: boolean
        claim_rules: {
          when: {
            claim: string
            equals?: string
            contains?: string
            matches?: string
          }
          set: {
            role?: 'owner' | 'administrator' | 'moderator' | 'member' | 'guest'
            group_id?: number
            groups?: 'same_name'
            channel_id?: number
            field_id?: number
            value?: string
          }
        }[]
        redirect_uri: string
        metadata_fault: string | null
        metadata_uri: string | null
        last_sync: {
          started_at: number
          finished_at: number | null
          fault?: string
          read?: number
          made?: number
          changed?: number
          deactivated?: number
          reactivated?: number
          refusal?: string
          faults?: string[]
        } | null
      }[]
    }
  }
  'POST /realm/identity_providers': {
    params: {
      slug: string
      kind: 'saml' | 'oidc' | 'google' | 'entra' | 'gitlab' | 'github' | 'discord' | 'ldap' | 'jwt' | 'proxy'
      display_name: string
      options: {
        metadata_url?: string
        entity_id?: string
        sso_url?: string
        slo_url?: string
        certificates?: string[]
        server_url?: string
        ca_certificates?: string[]
        is_unencrypted?: boolean
        bind_dn?: string
        search_base?: string
        user_filter?: string
        login_attribute?: string
        append_domain?: string
        id_attribute?: string
        email_attribute?: string
        full_name_attribute?: string
        first_name_attribute?: string
        last_name_attribute?: string
        picture_attribute?: string
        disabled_attribute?: string
        required_attributes?: string[]
        group_base?: string
        creates_accounts?: boolean
        allows_idp_initiated?: boolean
        issuer?: string
        tenant?: string
        tenants?: string[]
        algorithms?: string[]
        public_keys?: string[]
        jwks_url?: string
        token_issuer?: string
        token_audience?: string
        user_header?: string
        email_header?: string
        name_header?: string
        groups_header?: string
        client_id?: string
        hosted_domain?: string
        organization?: string
        icon_url?: string
        updates_addresses?: boolean
        trusts_addresses?: boolean
      }
      metadata?: string
      secret?: string
      is_enabled?: boolean
      signs_up_at_once?: boolean
    }
    response: {
      identity_provider: {
        slug: string
        kind: 'saml' | 'oidc' | 'google' | 'entra' | 'gitlab' | 'github' | 'discord' | 'ldap' | 'jwt' | 'proxy'
        display_name: string
        options: {
          metadata_url?: string
          entity_id?: string
          sso_url?: string
          slo_url?: string
          certificates?: string[]
          server_url?: string
          ca_certificates?: string[]
          is_unencrypted?: boolean
          bind_dn?: string
          search_base?: string
          user_filter?: string
          login_attribute?: string
          append_domain?: string
          id_attribute?: string
          email_attribute?: string
          full_name_attribute?: string
          first_name_attribute?: string
          last_name_attribute?: string
          picture_attribute?: string
          disabled_attribute?: string
          required_attributes?: string[]
          group_base?: string
          creates_accounts?: boolean
          allows_idp_initiated?: boolean
          issuer?: string
          tenant?: string
          tenants?: string[]
          algorithms?: string[]
          public_keys?: string[]
          jwks_url?: string
          token_issuer?: string
          token_audience?: string
          user_header?: string
          email_header?: string
          name_header?: string
          groups_header?: string
          client_id?: string
          hosted_domain?: string
          organization?: string
          icon_url?: string
          updates_addresses?: boolean
          trusts_addresses?: boolean
        }
        has_secret: boolean
        is_managed: boolean
        is_enabled: boolean
        signs_up_at_once: boolean
        claim_rules: {
          when: {
            claim: string
            equals?: string
            contains?: string
            matches?: string
          }
          set: {
            role?: 'owner' | 'administrator' | 'moderator' | 'member' | 'guest'
            group_id?: number
            groups?: 'same_name'
            channel_id?: number
            field_id?: number
            value?: string
          }
        }[]
        redirect_uri: string
        metadata_fault: string | null
        metadata_uri: string | null
        last_sync: {
          started_at: number
          finished_at: number | null
          fault?: string
          read?: number
          made?: number
          changed?: number
          deactivated?: number
          reactivated?: number
          refusal?: string
          faults?: string[]
        } | null
      }
    }
  }
  'PATCH /realm/identity_providers/{slug}': {
    params: {
      slug: string
      display_name?: string
      options?: {
        metadata_url?: string
        entity_id?: string
        sso_url?: string
        slo_url?: string
        certificates?: string[]
        server_url?: string
        ca_certificates?: string[]
        is_unencrypted?: boolean
        bind_dn?: string
        search_base?: string
        user_filter?: string
        login_attribute?: string
        append_domain?: string
        id_attribute?: string
        email_attribute?: string
        full_name_attribute?: string
        first_name_attribute?: string
        last_name_attribute?: string
        picture_attribute?: string
        disabled_attribute?: string
        required_attributes?: string[]
        group_base?: string
        creates_accounts?: boolean
        allows_idp_initiated?: boolean
        issuer?: string
        tenant?: string
        tenants?: string[]
        algorithms?: string[]
        public_keys?: string[]
        jwks_url?: string
        token_issuer?: string
        token_audience?: string
        user_header?: string
        email_header?: string
        name_header?: string
        groups_header?: string
        client_id?: string
        hosted_domain?: string
        organization?: string
        icon_url?: string
        updates_addresses?: boolean
        trusts_addresses?: boolean
      }
      metadata?: string
      secret?: string
      is_enabled?: boolean
      signs_up_at_once?: boolean
    }
    response: {
      identity_provider: {
        slug: string
        kind: 'saml' | 'oidc' | 'google' | 'entra' | 'gitlab' | 'github' | 'discord' | 'ldap' | 'jwt' | 'proxy'
        display_name: string
        options: {
          metadata_url?: string
          entity_id?: string
          sso_url?: string
          slo_url?: string
          certificates?: string[]
          server_url?: string
          ca_certificates?: string[]
          is_unencrypted?: boolean
          bind_dn?: string
          search_base?: string
          user_filter?: string
          login_attribute?: string
          append_domain?: string
          id_attribute?: string
          email_attribute?: string
          full_name_attribute?: string
          first_name_attribute?: string
          last_name_attribute?: string
          picture_attribute?: string
          disabled_attribute?: string
          required_attributes?: string[]
          group_base?: string
          creates_accounts?: boolean
          allows_idp_initiated?: boolean
          issuer?: string
          tenant?: string
          tenants?: string[]
          algorithms?: string[]
          public_keys?: string[]
          jwks_url?: string
          token_issuer?: string
          token_audience?: string
          user_header?: string
          email_header?: string
          name_header?: string
          groups_header?: string
          client_id?: string
          hosted_domain?: string
          organization?: string
          icon_url?: string
          updates_addresses?: boolean
          trusts_addresses?: boolean
        }
        has_secret: boolean
        is_managed: boolean
        is_enabled: boolean
        signs_up_at_once: boolean
        claim_rules: {
          when: {
            claim: string
            equals?: string
            contains?: string
            matches?: string
          }
          set: {
            role?: 'owner' | 'administrator' | 'moderator' | 'member' | 'guest'
            group_id?: number
            groups?: 'same_name'
            channel_id?: number
            field_id?: number
            value?: string
          }
        }[]
        redirect_uri: string
        metadata_fault: string | null
        metadata_uri: string | null
        last_sync: {
          started_at: number
          finished_at: number | null
          fault?: string
          read?: number
          made?: number
          changed?: number
          deactivated?: number
          reactivated?: number
          refusal?: string
          faults?: string[]
        } | null
      }
    }
  }
  'DELETE /realm/identity_providers/{slug}': {
    params: {
      slug: string
    }
    response: object
  }
  'POST /realm/identity_providers/{slug}/test': {
    params: {
      slug: string
      person?: string
    }
    response: {
      fault: string | null
      issuer: string | null
      refusals: {
        reason: string
        timestamp: number
      }[]
      people: number | null
      person: {
        id: string
        address: string | null
        full_name: string | null
        is_kept_out: boolean
        claims: Record<string, string | string[]>
      } | null
    }
  }
  'POST /realm/identity_providers/{slug}/sync': {
    params: {
      slug: string
    }
    response: object
  }
  'PUT /realm/identity_providers/{slug}/claim_rules': {
    params: {
      slug: string
      rules: {
        when: {
          claim: string
          equals?: string
          contains?: string
          matches?: string
        }
        set: {
          role?: 'owner' | 'administrator' | 'moderator' | 'member' | 'guest'
          group_id?: number
          groups?: 'same_name'
          channel_id?: number
          field_id?: number
          value?: string
        }
      }[]
    }
    response: {
      claim_rules: {
        when: {
          claim: string
          equals?: string
          contains?: string
          matches?: string
        }
        set: {
          role?: 'owner' | 'administrator' | 'moderator' | 'member' | 'guest'
          group_id?: number
          groups?: 'same_name'
          channel_id?: number
          field_id?: number
          value?: string
        }
      }[]
    }
  }
  'POST /realm/identity_providers/{slug}/claim_rules/try': {
    params: {
      slug: string
      token: string
      rules?: {
        when: {
          claim: string
          equals?: string
          contains?: string
          matches?: string
        }
        set: {
          role?: 'owner' | 'administrator' | 'moderator' | 'member' | 'guest'
          group_id?: number
          groups?: 'same_name'
          channel_id?: number
          field_id?: number
          value?: string
        }
      }[]
    }
    response: {
      claims: Record<string, unknown>
      addresses: string[]
      full_name: string | null
      refusal: string | null
      user_id: number | null
      rules: boolean[]
      changes: {
        role: number | null
        groups_to_join: string[]
        groups_to_leave: string[]
        groups_to_make: string[]
        channels_to_join: string[]
        channels_to_leave: string[]
        fields: {
          name: string
          value: string | null
        }[]
      }
      ignored: string[]
    }
  }
  'POST /jwt/fetch_api_key': {
    params: {
      token?: string
    }
    response: {
      api_key: string
      email: string
      user_id: number
    }
  }
  'GET /realm/scim_tokens': {
    params: object
    response: {
      base_url: string
      scim_tokens: {
        id: number
        name: string
        date_created: number
        last_used: number | null
      }[]
    }
  }
  'POST /realm/scim_tokens': {
    params: {
      name: string
    }
    response: {
      scim_token: {
        id: number
        name: string
        date_created: number
        last_used: number | null
      }
      token: string
    }
  }
  'DELETE /realm/scim_tokens/{token_id}': {
    params: {
      token_id: number
    }
    response: object
  }
  'POST /register_client_device': {
    params: object
    response: {
      device_id: number
    }
  }
  'POST /remove_client_device': {
    params: {
      device_id: number
    }
    response: object
  }
  'POST /mobile_push/register': {
    params: {
      device_id: number
      push_key_id?: number
      push_key?: string
      token_kind?: 'fcm' | 'apns'
      token_id?: string
      bouncer_public_key?: string
      encrypted_push_registration?: string
    }
    response: object
  }
  'POST /mobile_push/e2ee/test_notification': {
    params: {
      device_id?: number
    }
    response: object
  }
  'GET /realm/profile_fields': {
    params: object
    response: {
      custom_fields: Static<typeof profileFieldSchema>[]
    }
  }
  'POST /realm/profile_fields': {
    params: {
      field_type: number
      name?: string
      hint?: string
      field_data?: unknown
      display_in_profile_summary?: boolean
      required?: boolean
      editable_by_user?: boolean
      use_for_user_matching?: boolean
    }
    response: {
      id: number
    }
  }
  'PATCH /realm/profile_fields': {
    params: {
      order: number[]
    }
    response: object
  }
  'PATCH /realm/profile_fields/{field_id}': {
    params: {
      field_id: number
      name?: string
      hint?: string
      field_data?: unknown
      display_in_profile_summary?: boolean
      required?: boolean
      editable_by_user?: boolean
      use_for_user_matching?: boolean
    }
    response: object
  }
  'DELETE /realm/profile_fields/{field_id}': {
    params: {
      field_id: number
    }
    response: object
  }
  'PATCH /users/me/profile_data': {
    params: {
      data: {
        id: number
        value: string | number[] | null
      }[]
    }
    response: object
  }
  'DELETE /users/me/profile_data': {
    params: {
      data: number[]
    }
    response: object
  }
  'POST /user_topics': {
    params: {
      stream_id: number
      topic: string
      visibility_policy: number
    }
    response: object
  }
  'PATCH /users/me/subscriptions/muted_topics': {
    params: {
      stream?: string
      stream_id?: number
      topic: string
      op: 'add' | 'remove'
    }
    response: object
  }
  'POST /users/me/muted_users/{muted_user_id}': {
    params: {
      muted_user_id: number | string
    }
    response: object
  }
  'DELETE /users/me/muted_users/{muted_user_id}': {
    params: {
      muted_user_id: number | string
    }
    response: object
  }
  'GET /users/me/alert_words': {
    params: object
    response: {
      alert_words: string[]
    }
  }
  'POST /users/me/alert_words': {
    params: {
      alert_words: string[]
    }
    response: {
      alert_words: string[]
    }
  }
  'DELETE /users/me/alert_words': {
    params: {
      alert_words: string[]
    }
    response: {
      alert_words: string[]
    }
  }
  'GET /saved_snippets': {
    params: object
    response: {
      saved_snippets: Static<typeof savedSnippetSchema>[]
    }
  }
  'POST /saved_snippets': {
    params: {
      title: string
      content: string
    }
    response: {
      saved_snippet_id: number
    }
  }
  'PATCH /saved_snippets/{saved_snippet_id}': {
    params: {
      saved_snippet_id: number
      title?: string
      content?: string
    }
    response: object
  }
  'DELETE /saved_snippets/{saved_snippet_id}': {
    params: {
      saved_snippet_id: number
    }
    response: object
  }
  'GET /drafts': {
    params: object
    response: {
      count: number
      drafts: Static<typeof draftSchema>[]
    }
  }
  'POST /drafts': {
    params: {
      drafts?: Static<typeof writtenDraftSchema>[]
    }
    response: {
      ids: number[]
    }
  }
  'PATCH /drafts/{draft_id}': {
    params: {
      draft_id: number
      draft: Static<typeof writtenDraftSchema>
    }
    response: object
  }
  'DELETE /drafts/{draft_id}': {
    params: {
      draft_id: number
    }
    response: object
  }
  'GET /scheduled_messages': {
    params: {
      allow_empty_topic_name?: boolean
    }
    response: {
      scheduled_messages: Static<typeof scheduledMessageSchema>[]
    }
  }
  'POST /scheduled_messages': {
    params: {
      type: string
      to: number | number[]
      topic?: string
      content: string
      scheduled_delivery_timestamp: number
      read_by_sender?: boolean
    }
    response: {
      scheduled_message_id: number
    }
  }
  'PATCH /scheduled_messages/{scheduled_message_id}': {
    params: {
      scheduled_message_id: number
      type?: string
      to?: number | number[]
      topic?: string
      content?: string
      scheduled_delivery_timestamp?: number
      read_by_sender?: boolean
    }
    response: object
  }
  'DELETE /scheduled_messages/{scheduled_message_id}': {
    params: {
      scheduled_message_id: number
    }
    response: object
  }
  'GET /reminders': {
    params: object
    response: {
      reminders: Static<typeof reminderSchema>[]
    }
  }
  'POST /reminders': {
    params: {
      message_id: number
      scheduled_delivery_timestamp: number
      note?: string
      local_id?: string
    }
    response: {
      reminder_id: number
    }
  }
  'DELETE /reminders/{reminder_id}': {
    params: {
      reminder_id: number
    }
    response: object
  }
  'GET /navigation_views': {
    params: object
    response: {
      navigation_views: Static<typeof navigationViewSchema>[]
    }
  }
  'POST /navigation_views': {
    params: {
      fragment: string
      is_pinned: boolean
      name?: string
    }
    response: object
  }
  'PATCH /navigation_views/{fragment}': {
    params: {
      fragment: string
      is_pinned?: boolean
      name?: string
    }
    response: object
  }
  'DELETE /navigation_views/{fragment}': {
    params: {
      fragment: string
    }
    response: object
  }
  'GET /messages': {
    params: {
      anchor?: number | 'newest' | 'oldest' | 'first_unread' | 'date'
      anchor_date?: string
      num_before?: number
      num_after?: number
      include_anchor?: boolean
      narrow?: unknown[]
      message_ids?: number[]
      use_first_unread_anchor?: boolean
      apply_markdown?: boolean
      client_gravatar?: boolean
      allow_empty_topic_name?: boolean
    }
    response: {
      messages: Static<typeof messageSchema>[]
      anchor: number | null
      found_anchor: boolean
      found_oldest: boolean
      found_newest: boolean
      history_limited: boolean
    }
  }
  'POST /messages': {
    params: {
      type: string
      to: string
      topic?: string
      content: string
      queue_id?: string
      local_id?: string
      forged?: string
      sender?: string
      read_by_sender?: boolean
      delivery_type?: string
      deliver_at?: string
      tz_guess?: string
    }
    response: {
      id?: number
      automatic_new_visibility_policy?: number
      deliver_at?: string
      scheduled_message_id?: number
    }
  }
  'GET /messages/matches_narrow': {
    params: {
      msg_ids: number[]
      narrow?: unknown[]
      allow_empty_topic_name?: boolean
    }
    response: {
      messages: Record<string, {
        match_content: string
        match_subject: string
      }>
    }
  }
  'POST /messages/render': {
    params: {
      content: string
    }
    response: {
      rendered: string
    }
  }
  'GET /messages/{message_id}': {
    params: {
      message_id: number
      apply_markdown?: boolean
      client_gravatar?: boolean
      allow_empty_topic_name?: boolean
    }
    response: {
      message: Static<typeof messageSchema>
      raw_content: string
    }
  }
  'PATCH /messages/{message_id}': {
    params: {
      message_id: number
      content?: string
      topic?: string
      stream_id?: number
      propagate_mode?: 'change_one' | 'change_later' | 'change_all'
      send_notification_to_old_thread?: boolean
      send_notification_to_new_thread?: boolean
      prev_content_sha256?: string
    }
    response: {
      detached_uploads: unknown[]
    }
  }
  'DELETE /messages/{message_id}': {
    params: {
      message_id: number
    }
    response: object
  }
  'GET /messages/{message_id}/history': {
    params: {
      message_id: number
      allow_empty_topic_name?: boolean
    }
    response: {
      message_history: {
        topic: string
        content: string
        rendered_content: string
        timestamp: number
        user_id: number | null
        prev_content?: string
        prev_rendered_content?: string
        content_html_diff?: string
        prev_topic?: string
        prev_stream?: number
        stream?: number
      }[]
    }
  }
  'GET /messages/{message_id}/read_receipts': {
    params: {
      message_id: number
    }
    response: {
      user_ids: number[]
    }
  }
  'POST /submessage': {
    params: {
      message_id: number
      msg_type: 'widget'
      content: {
        type: 'vote'
        key: string
        vote: 1 | -1
      } | {
        type: 'question'
        question: string
      } | {
        type: 'new_option'
        idx: number
        option: string
      } | {
        type: 'new_task'
        key: number
        task: string
        desc: string
        completed: boolean
      } | {
        type: 'strike'
        key: string
      } | {
        type: 'new_task_list_title'
        title: string
      }
    }
    response: object
  }
  'POST /messages/{message_id}/report': {
    params: {
      message_id: number
      report_type: 'spam' | 'harassment' | 'inappropriate' | 'norms' | 'other'
      description?: string
    }
    response: object
  }
  'GET /messages/{message_id}/trace': {
    params: {
      message_id: number
      user_id?: number
    }
    response: {
      message_facts: Static<typeof traceFactSchema>[]
      user_facts: Static<typeof traceFactSchema>[]
    }
  }
  'POST /messages/{message_id}/reactions': {
    params: {
      message_id: number
      emoji_name: string
      emoji_code?: string
      reaction_type?: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'
    }
    response: object
  }
  'DELETE /messages/{message_id}/reactions': {
    params: {
      message_id: number
      emoji_name?: string
      emoji_code?: string
      reaction_type?: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'
    }
    response: object
  }
  'POST /users/me/android_gcm_reg_id': {
    params: {
      token: string
    }
    response: object
  }
  'DELETE /users/me/android_gcm_reg_id': {
    params: {
      token: string
    }
    response: object
  }
  'POST /users/me/apns_device_token': {
    params: {
      token: string
      appid: string
    }
    response: object
  }
  'DELETE /users/me/apns_device_token': {
    params: {
      token: string
    }
    response: object
  }
  'POST /mobile_push/test_notification': {
    params: {
      token?: string
    }
    response: object
  }
  'GET /users/me/web_push': {
    params: object
    response: {
      vapid_public_key: string
      devices: Static<typeof pushDeviceSchema>[]
      open_tags: string[]
    }
  }
  'POST /users/me/web_push': {
    params: {
      subscription: {
        endpoint: string
        keys?: {
          p256dh: string
          auth: string
        }
      }
      token?: string
    }
    response: {
      device_id: number
    }
  }
  'DELETE /users/me/web_push': {
    params: {
      device_id?: number
      endpoint?: string
    }
    response: object
  }
  'POST /users/me/web_push/test': {
    params: {
      device_id?: number
    }
    response: object
  }
  'POST /users/me/presence': {
    params: {
      status: string
      new_user_input?: boolean
      ping_only?: boolean
      slim_presence?: boolean
      last_update_id?: number
      history_limit_days?: number
    }
    response: {
      presences?: Static<typeof presencesSchema>
      server_timestamp?: number
      presence_last_update_id?: number
    }
  }
  'GET /users/{user_id}/presence': {
    params: {
      user_id: number | string
    }
    response: {
      presence: Static<typeof singlePresenceSchema>
    }
  }
  'GET /realm/presence': {
    params: {
      slim_presence?: boolean
      history_limit_days?: number
    }
    response: {
      presences: Static<typeof presencesSchema>
      server_timestamp: number
      presence_last_update_id: number
    }
  }
  'POST /typing': {
    params: {
      type?: string
      op: string
      to?: string
      stream_id?: number
      topic?: string
    }
    response: object
  }
  'POST /messages/{message_id}/typing': {
    params: {
      message_id: number
      op: string
    }
    response: object
  }
  'POST /users/me/status': {
    params: {
      status_text?: string
      emoji_name?: string
      emoji_code?: string
      reaction_type?: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji' | ''
      ends_at?: number
      away?: boolean
    }
    response: object
  }
  'POST /users/{user_id}/status': {
    params: {
      user_id: number | string
      status_text?: string
      emoji_name?: string
      emoji_code?: string
      reaction_type?: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji' | ''
      ends_at?: number
      away?: boolean
    }
    response: object
  }
  'GET /users/{user_id}/status': {
    params: {
      user_id: number | string
    }
    response: {
      status: Static<typeof userStatusSchema>
    }
  }
  'POST /messages/flags': {
    params: {
      messages: number[]
      op: string
      flag: string
    }
    response: {
      messages: number[]
      ignored_because_not_subscribed_channels: number[]
    }
  }
  'POST /messages/flags/narrow': {
    params: {
      anchor?: number | 'newest' | 'oldest' | 'first_unread' | 'date'
      anchor_date?: string
      include_anchor?: boolean
      num_before: number
      num_after: number
      narrow?: unknown[]
      op: string
      flag: string
    }
    response: {
      processed_count: number
      updated_count: number
      first_processed_id: number | null
      last_processed_id: number | null
      found_oldest: boolean
      found_newest: boolean
      ignored_because_not_subscribed_channels: number[]
    }
  }
  'POST /mark_all_as_read': {
    params: object
    response: {
      complete: true
    }
  }
  'POST /mark_stream_as_read': {
    params: {
      stream_id: number
    }
    response: object
  }
  'POST /mark_topic_as_read': {
    params: {
      stream_id: number
      topic_name: string
    }
    response: object
  }
  'POST /user_uploads': {
    params: object
    response: {
      uri: string
      url: string
      filename: string
    }
  }
  'GET /user_uploads/{realm_id}/{key}/{filename}': {
    params: {
      realm_id: number
      key: string
      filename: string
    }
    response: {
      url: string
    }
  }
  'GET /attachments': {
    params: object
    response: {
      attachments: Static<typeof attachmentSchema>[]
      upload_space_used: number
    }
  }
  'DELETE /attachments/{attachment_id}': {
    params: {
      attachment_id: number
    }
    response: object
  }
  'POST /users/me/avatar': {
    params: object
    response: {
      avatar_url: string
    }
  }
  'DELETE /users/me/avatar': {
    params: object
    response: {
      avatar_url: string
    }
  }
  'GET /realm/emoji': {
    params: object
    response: {
      emoji: Static<typeof realmEmojiMapSchema>
    }
  }
  'POST /realm/emoji/{emoji_name}': {
    params: {
      emoji_name: string
    }
    response: object
  }
  'DELETE /realm/emoji/{emoji_name}': {
    params: {
      emoji_name: string
    }
    response: object
  }
  'POST /export/realm': {
    params: {
      export_type?: Static<typeof exportTypeSchema>
      format?: 'zulip' | 'jsonl' | 'html'
    }
    response: {
      id: number
    }
  }
  'GET /export/realm': {
    params: object
    response: {
      exports: Static<typeof realmExportSchema>[]
    }
  }
  'GET /export/realm/consents': {
    params: object
    response: {
      export_consents: {
        user_id: number
        consented: boolean
        email_address_visibility: number
      }[]
    }
  }
  'DELETE /export/realm/{export_id}': {
    params: {
      export_id: number
    }
    response: object
  }
  'POST /import/realm': {
    params: {
      file_name?: string
      bytes?: number
      path?: string
      people?: string
    }
    response: {
      import: Static<typeof realmImportSchema>
    }
  }
  'POST /import/realm/{import_id}/parts/{number}': {
    params: {
      import_id: number
      number: number
    }
    response: object
  }
  'GET /import/realm': {
    params: object
    response: {
      imports: Static<typeof realmImportSchema>[]
      max_import_mib: number
      has_import_folder: boolean
    }
  }
  'POST /import/realm/{import_id}/start': {
    params: {
      import_id: number
    }
    response: object
  }
  'DELETE /import/realm/{import_id}': {
    params: {
      import_id: number
    }
    response: object
  }
  'POST /external/{integration_name}': {
    params: {
      integration_name: string
      stream?: string
      topic?: string
      only_events?: string[]
      exclude_events?: string[]
    }
    response: object
  }
  'GET /integrations': {
    params: object
    response: {
      integrations: {
        name: string
        display_name: string
        summary: string
        event_types: string[]
        steps: string[]
      }[]
    }
  }
  'GET /bots': {
    params: object
    response: {
      bots: {
        username: string
        user_id: number
        bot_type: number
        full_name: string
        api_key: string
        avatar_url: string
        services: Static<typeof botServiceSchema>[]
        default_sending_stream: string | null
        default_events_register_stream: string | null
        default_all_public_streams: boolean
      }[]
    }
  }
  'POST /bots': {
    params: {
      full_name: string
      short_name: string
      bot_type?: number
      payload_url?: string
      service_name?: string
      config_data?: Record<string, string>
      interface_type?: number
      default_sending_stream?: string
      default_events_register_stream?: string
      default_all_public_streams?: boolean
    }
    response: {
      user_id: number
      email: string
      api_key: string
      avatar_url: string
      default_sending_stream: string | null
      default_events_register_stream: string | null
      default_all_public_streams: boolean
    }
  }
  'PATCH /bots/{bot_id}': {
    params: {
      bot_id: number
      full_name?: string
      short_name?: string
      bot_owner_id?: number
      role?: number
      config_data?: Record<string, string>
      service_payload_url?: string
      service_interface?: number
      default_sending_stream?: string
      default_events_register_stream?: string
      default_all_public_streams?: boolean
    }
    response: {
      full_name: string
      avatar_url: string
      bot_owner?: string
      service_interface: number
      service_payload_url: string | null
      config_data: Record<string, string> | null
      default_sending_stream: string | null
      default_events_register_stream: string | null
      default_all_public_streams: boolean
    }
  }
  'DELETE /bots/{bot_id}': {
    params: {
      bot_id: number
    }
    response: object
  }
  'GET /bots/{bot_id}/api_key': {
    params: {
      bot_id: number
    }
    response: {
      api_key: string
    }
  }
  'POST /bots/{bot_id}/api_key/regenerate': {
    params: {
      bot_id: number
    }
    response: {
      api_key: string
    }
  }
  'GET /bot_storage': {
    params: {
      keys?: string[]
    }
    response: {
      storage: Record<string, string>
    }
  }
  'PUT /bot_storage': {
    params: {
      storage: Record<string, string>
    }
    response: object
  }
  'DELETE /bot_storage': {
    params: {
      keys?: string[]
    }
    response: object
  }
  'GET /user_groups': {
    params: {
      include_deactivated_groups?: boolean
    }
    response: {
      user_groups: Static<typeof userGroupSchema>[]
    }
  }
  'POST /user_groups/create': {
    params: {
      name: string
      description?: string
      members?: (string | number)[]
      subgroups?: number[]
      can_manage_group?: Static<typeof groupValueSchema>
      can_add_members_group?: Static<typeof groupValueSchema>
      can_remove_members_group?: Static<typeof groupValueSchema>
      can_join_group?: Static<typeof groupValueSchema>
      can_leave_group?: Static<typeof groupValueSchema>
      can_mention_group?: Static<typeof groupValueSchema>
    }
    response: {
      group_id: number
    }
  }
  'PATCH /user_groups/{user_group_id}': {
    params: {
      user_group_id: number
      name?: string
      description?: string
      deactivated?: boolean
      can_manage_group?: Static<typeof groupValueUpdateSchema>
      can_add_members_group?: Static<typeof groupValueUpdateSchema>
      can_remove_members_group?: Static<typeof groupValueUpdateSchema>
      can_join_group?: Static<typeof groupValueUpdateSchema>
      can_leave_group?: Static<typeof groupValueUpdateSchema>
      can_mention_group?: Static<typeof groupValueUpdateSchema>
    }
    response: object
  }
  'DELETE /user_groups/{user_group_id}': {
    params: {
      user_group_id: number
    }
    response: object
  }
  'POST /user_groups/{user_group_id}/deactivate': {
    params: {
      user_group_id: number
    }
    response: object
  }
  'GET /user_groups/{user_group_id}/members': {
    params: {
      user_group_id: number
      direct_member_only?: boolean
    }
    response: {
      members: number[]
    }
  }
  'GET /user_groups/{user_group_id}/members/{user_id}': {
    params: {
      user_group_id: number
      user_id: number | string
      direct_member_only?: boolean
    }
    response: {
      is_user_group_member: boolean
    }
  }
  'POST /user_groups/{user_group_id}/members': {
    params: {
      user_group_id: number
      add?: (string | number)[]
      delete?: (string | number)[]
      add_subgroups?: number[]
      delete_subgroups?: number[]
    }
    response: object
  }
  'GET /user_groups/{user_group_id}/subgroups': {
    params: {
      user_group_id: number
      direct_subgroup_only?: boolean
    }
    response: {
      subgroups: number[]
    }
  }
  'POST /user_groups/{user_group_id}/subgroups': {
    params: {
      user_group_id: number
      add?: number[]
      delete?: number[]
    }
    response: object
  }
  'GET /realm/linkifiers': {
    params: object
    response: {
      linkifiers: Static<typeof linkifierSchema>[]
    }
  }
  'PATCH /realm/linkifiers': {
    params: {
      ordered_linkifier_ids: number[]
    }
    response: object
  }
  'GET /realm/filters': {
    params: object
    response: {
      filters: [string, string, number][]
    }
  }
  'POST /realm/filters': {
    params: {
      pattern: string
      url_template: string
    }
    response: {
      id: number
    }
  }
  'PATCH /realm/filters/{filter_id}': {
    params: {
      filter_id: number
      pattern: string
      url_template: string
    }
    response: object
  }
  'DELETE /realm/filters/{filter_id}': {
    params: {
      filter_id: number
    }
    response: object
  }
  'GET /audit_log': {
    params: {
      before?: number
      limit?: number
      act?: string
      acting_user_id?: number
      affected_type?: string
      affected_id?: number
    }
    response: {
      entries: Static<typeof auditEntrySchema>[]
      found_oldest: boolean
    }
  }
  'GET /analytics/chart_data': {
    params: {
      chart_name: string
      start?: number
      end?: number
      min_length?: number
    }
    response: {
      end_times: number[]
      frequency: number
      everyone: Record<string, number[]>
      user?: Record<string, number[]>
      display_order: string[]
    }
  }
  'GET /analytics/chart_data/stream/{stream_id}': {
    params: {
      stream_id: number
      chart_name?: string
      start?: number
      end?: number
      min_length?: number
    }
    response: {
      end_times: number[]
      frequency: number
      everyone: Record<string, number[]>
      user?: Record<string, number[]>
      display_order: string[]
    }
  }
  'GET /server_settings': {
    params: object
    response: {
      zulip_version: string
      zulip_feature_level: number
      zulip_merge_base: string
      push_notifications_enabled: boolean
      is_incompatible: boolean
      email_auth_enabled: boolean
      require_email_format_usernames: boolean
      realm_uri: string
      realm_url: string
      realm_name: string
      realm_icon: string
      realm_description: string
      realm_web_public_access_enabled: boolean
      realm_invite_required: boolean
      mail_enabled: boolean
      password_min_length: number
      password_min_guesses: number
      authentication_methods: Record<string, boolean>
      external_authentication_methods: {
        name: string
        display_name: string
        display_icon: string | null
        login_url: string
        signup_url: string
      }[]
    }
  }
  'POST /fetch_api_key': {
    params: {
      username: string
      password: string
    }
    response: {
      api_key: string
      email: string
      user_id: number
    }
  }
  'POST /json/session': {
    params: {
      email: string
      password: string
    }
    response: {
      user_id: number
      email: string
    }
  }
  'DELETE /json/session': {
    params: object
    response: {
      logout_url?: string
    }
  }
  'GET /json/sessions': {
    params: object
    response: {
      sessions: Static<typeof sessionSchema>[]
    }
  }
  'DELETE /json/sessions/{session_id}': {
    params: {
      session_id: number
    }
    response: object
  }
  'DELETE /json/sessions': {
    params: object
    response: object
  }
  'POST /json/fetch_api_key': {
    params: {
      password?: string
    }
    response: {
      api_key: string
      email: string
    }
  }
  'GET /json/session/proof': {
    params: object
    response: object
  }
  'POST /json/session/proof': {
    params: {
      password?: string
      code?: string
    }
    response: object
  }
  'POST /json/session/second': {
    params: {
      ticket: string
      code: string
    }
    response: {
      user_id: number
      email: string
      recovery_codes?: string[]
    }
  }
  'GET /json/second_factor': {
    params: object
    response: {
      since: number | null
      recovery_codes_left: number
      due_at: number | null
    }
  }
  'POST /json/second_factor': {
    params: object
    response: {
      ticket: string
      secret: string
      uri: string
      qr_code: string[]
    }
  }
  'POST /json/second_factor/confirm': {
    params: {
      ticket: string
      code: string
    }
    response: {
      recovery_codes: string[]
    }
  }
  'POST /json/second_factor/recovery_codes': {
    params: {
      code: string
    }
    response: {
      recovery_codes: string[]
    }
  }
  'DELETE /json/second_factor': {
    params: {
      code: string
    }
    response: object
  }
  'DELETE /users/{user_id}/second_factor': {
    params: {
      user_id: number | string
    }
    response: object
  }
  'POST /json/session/passkey/options': {
    params: object
    response: {
      options: Record<string, unknown>
    }
  }
  'POST /json/session/passkey': {
    params: {
      credential: {
        id: string
        rawId: string
        type: 'public-key'
        response: {
          clientDataJSON: string
          authenticatorData: string
          signature: string
          userHandle?: string
        }
      }
    }
    response: {
      user_id: number
      email: string
    }
  }
  'GET /json/passkeys': {
    params: object
    response: {
      passkeys: {
        id: number
        name: string
        created_at: number
        last_used_at: number | null
        is_backed_up: boolean
      }[]
    }
  }
  'POST /json/passkeys/options': {
    params: object
    response: {
      options: Record<string, unknown>
    }
  }
  'POST /json/passkeys': {
    params: {
      name: string
      credential: {
        id: string
        rawId: string
        type: 'public-key'
        response: {
          clientDataJSON: string
          attestationObject: string
          transports?: string[]
        }
      }
    }
    response: {
      passkey: {
        id: number
        name: string
        created_at: number
        last_used_at: number | null
        is_backed_up: boolean
      }
    }
  }
  'PATCH /json/passkeys/{passkey_id}': {
    params: {
      passkey_id: number
      name: string
    }
    response: {
      passkey: {
        id: number
        name: string
        created_at: number
        last_used_at: number | null
        is_backed_up: boolean
      }
    }
  }
  'DELETE /json/passkeys/{passkey_id}': {
    params: {
      passkey_id: number
    }
    response: object
  }
  'POST /json/login_code': {
    params: {
      email: string
    }
    response: object
  }
  'POST /json/session/code': {
    params: {
      email: string
      code: string
    }
    response: {
      user_id: number
      email: string
    }
  }
  'POST /json/session/proof/code': {
    params: object
    response: object
  }
  'GET /users/me/api_keys': {
    params: object
    response: {
      api_keys: Static<typeof namedKeySchema>[]
    }
  }
  'POST /users/me/api_keys': {
    params: {
      name: string
      scope: 'read' | 'write' | 'administration'
      expires_at?: number
    }
    response: {
      api_key: Static<typeof namedKeySchema>
      key: string
    }
  }
  'DELETE /users/me/api_keys/{key_id}': {
    params: {
      key_id: number
    }
    response: object
  }
  'GET /users/{user_id}/api_keys': {
    params: {
      user_id: number | string
    }
    response: {
      api_keys: Static<typeof namedKeySchema>[]
    }
  }
  'POST /users/{user_id}/api_keys': {
    params: {
      user_id: number | string
      name: string
      scope: 'read' | 'write' | 'administration'
      expires_at?: number
    }
    response: {
      api_key: Static<typeof namedKeySchema>
      key: string
    }
  }
  'DELETE /users/{user_id}/api_keys/{key_id}': {
    params: {
      user_id: number | string
      key_id: number
    }
    response: object
  }
  'POST /accounts/password/reset': {
    params: {
      email: string
    }
    response: object
  }
  'POST /accounts/password/check': {
    params: {
      key: string
    }
    response: {
      email: string
    }
  }
  'POST /accounts/password/set': {
    params: {
      key: string
      new_password: string
    }
    response: object
  }
  'POST /accounts/confirm_new_email': {
    params: {
      key: string
    }
    response: {
      email: string
    }
  }
  'POST /users/{user_id}/password_reset': {
    params: {
      user_id: number | string
    }
    response: {
      link: string | null
    }
  }
  'POST /accounts/unsubscribe': {
    params: {
      key: string
      type?: 'missed_messages' | 'digest' | 'login'
    }
    response: object
  }
  'GET /users/me/mail_delivery': {
    params: object
    response: {
      trouble: null | {
        email: string
        reason: string
        since: number
      }
    }
  }
  'POST /users/me/mail_delivery/retry': {
    params: object
    response: object
  }
  'POST /accounts/register': {
    params: {
      email: string
      key?: string
    }
    response: object
  }
  'POST /accounts/confirmation': {
    params: {
      key: string
    }
    response: {
      email: string | null
      needs_confirmation: boolean
      realm_name: string
      realm_icon: string
      realm_description: string
      invited_by: string | null
      name_at_provider: string | null
      default_stream_groups: {
        id: number
        name: string
        description: string
      }[]
      terms_url: string | null
    }
  }
  'POST /accounts/join': {
    params: {
      key: string
      full_name: string
      password?: string
      email?: string
      timezone?: string
      terms_accepted?: boolean
      default_stream_groups?: number[]
    }
    response: {
      user_id: number
      email: string
      next: string
    }
  }
}
