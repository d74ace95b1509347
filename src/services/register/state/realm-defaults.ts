/**
 * Settings that no realm can change, with the values that the server acts on: a client does not
 * offer what is not there. Source: protocol notes 4.3; client notes 6.4.
 */
export const realmDefaults = {
  realm_authentication_methods: {
    Email: true,
    Dev: false,
    GitHub: false,
    Google: false,
    LDAP: false,
    RemoteUser: false,
  },
  realm_available_video_chat_providers: { disabled: { name: 'None', id: 0 } },
  realm_bot_creation_policy: 1,
  realm_default_external_accounts: {},
  realm_disallow_disposable_email_addresses: false,
  realm_email_address_visibility: 1,
  realm_email_auth_enabled: true,
  realm_email_changes_disabled: true,
  realm_emails_restricted_to_domains: false,
  realm_empty_topic_display_name: 'general chat',
  realm_google_hangouts_domain: '',
  realm_invite_by_admins_only: true,
  realm_invite_required: true,
  realm_is_zephyr_mirror_realm: false,
  // Every stream message names its topic.
  realm_mandatory_topics: true,
  realm_message_retention_days: -1,
  realm_moderation_request_channel_id: -1,
  realm_password_auth_enabled: true,
  realm_plan_type: 1,
  realm_push_notifications_enabled: false,
  realm_topics_policy: 'disable_empty_topic',
  realm_video_chat_provider: 0,
} as const
