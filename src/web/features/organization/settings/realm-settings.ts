import type { RealmSettingName } from '../../../data/records/state'
import type { realmSettingSections } from '../../../texts/catalog'

/*
 * Every setting and permission of `PATCH /realm`, and its place on the screen. A test compares the list with the
 * server's declarations. Texts are in src/web/texts/en/realm-settings.ts. Source:
 * docs/protocol/realm-settings.md#properties, docs/protocol/permissions.md#realm-permissions.
 */

/** A number of seconds or days with presets. */
export interface Duration {
  /** In the setting's own unit, `secondsEach`. */
  presets: readonly number[]
  /** The value for no limit. */
  endless?: null | -1
  /** True if 0 has a preset, “at once”. */
  hasNone?: boolean
  /** Units of custom values, as multiples of the setting's own unit. */
  units: readonly number[]
  /** The setting's own unit in seconds. */
  secondsEach: 1 | 86_400
}

interface Common {
  name: RealmSettingName
  /** Source: docs/protocol/realm-settings.md#patch-realm-owner-only. */
  isForOwners?: boolean
  /** Name of the switch that this setting depends on. */
  needs?: RealmSettingName
}

export type RealmSetting = Common &
  (
    | { kind: 'group' }
    | { kind: 'switch' }
    | { kind: 'choice'; values: readonly (string | number)[] }
    | { kind: 'duration'; duration: Duration }
    | { kind: 'stream' }
    | { kind: 'text'; maxLength: number }
    | { kind: 'domains' }
    | { kind: 'logInMethods' }
  )

const group = (name: RealmSettingName, more: Partial<Common> = {}): RealmSetting => ({
  kind: 'group',
  name,
  ...more,
})
const toggle = (name: RealmSettingName, more: Partial<Common> = {}): RealmSetting => ({
  kind: 'switch',
  name,
  ...more,
})
const choice = (
  name: RealmSettingName,
  values: readonly (string | number)[],
  more: Partial<Common> = {},
): RealmSetting => ({ kind: 'choice', name, values, ...more })

const owners = { isForOwners: true } as const
const minute = 60
const hour = 3_600
const day = 86_400

const timeLimit = (
  name: RealmSettingName,
  presets: readonly number[],
  needs?: RealmSettingName,
): RealmSetting => ({
  kind: 'duration',
  name,
  ...(needs === undefined ? {} : { needs }),
  duration: { presets, endless: null, units: [minute, hour, day], secondsEach: 1 },
})

const changingPresets = [2 * minute, 10 * minute, hour, day, 7 * day]
const movingPresets = [hour, day, 7 * day, 30 * day]

export type SettingSection = readonly [
  key: keyof typeof realmSettingSections,
  settings: readonly RealmSetting[],
]

/** Permissions by section. */
export const permissionSections: readonly SettingSection[] = [
  [
    'joining',
    [
      toggle('invite_required', owners),
      group('can_invite_users_group', owners),
      group('create_multiuse_invite_group', owners),
      toggle('emails_restricted_to_domains', owners),
      { kind: 'domains', name: 'domains', isForOwners: true },
      toggle('disallow_disposable_email_addresses', owners),
      {
        kind: 'duration',
        name: 'waiting_period_threshold',
        isForOwners: true,
        duration: { presets: [3, 7, 30], hasNone: true, units: [1], secondsEach: day },
      },
    ],
  ],
  [
    'streams',
    [
      group('can_create_public_channel_group'),
      group('can_create_private_channel_group'),
      group('can_add_subscribers_group'),
      group('can_create_groups', owners),
      group('can_manage_all_groups', owners),
      toggle('send_channel_events_messages'),
    ],
  ],
  [
    'writing',
    [
      group('can_mention_many_users_group'),
      choice('topics_policy', ['disable_empty_topic', 'allow_empty_topic']),
      group('can_set_topics_policy_group'),
    ],
  ],
  [
    'changing',
    [
      toggle('allow_message_editing'),
      timeLimit('message_content_edit_limit_seconds', changingPresets, 'allow_message_editing'),
      choice('message_edit_history_visibility_policy', ['all', 'moves', 'none']),
      group('can_delete_own_message_group'),
      timeLimit('message_content_delete_limit_seconds', changingPresets),
      group('can_delete_any_message_group'),
      group('can_set_delete_message_policy_group'),
    ],
  ],
  [
    'moving',
    [
      group('can_move_messages_between_topics_group'),
      timeLimit('move_messages_within_stream_limit_seconds', movingPresets),
      group('can_move_messages_between_channels_group'),
      timeLimit('move_messages_between_streams_limit_seconds', movingPresets),
      group('can_resolve_topics_group'),
    ],
  ],
  ['private', [group('direct_message_initiator_group'), group('direct_message_permission_group')]],
  [
    'people',
    [
      toggle('require_unique_names'),
      toggle('name_changes_disabled'),
      toggle('email_changes_disabled'),
      toggle('avatar_changes_disabled'),
      toggle('presence_disabled'),
      toggle('enable_read_receipts'),
    ],
  ],
  [
    'guests',
    [
      group('can_access_all_users_group'),
      toggle('enable_guest_user_indicator'),
      toggle('enable_guest_user_dm_warning'),
    ],
  ],
  [
    'bots',
    [
      group('can_create_bots_group'),
      group('can_create_write_only_bots_group'),
      group('can_add_custom_emoji_group'),
    ],
  ],
]

/** General settings by section. */
export const generalSections: readonly SettingSection[] = [
  [
    'keeping',
    [
      {
        kind: 'duration',
        name: 'message_retention_days',
        isForOwners: true,
        duration: { presets: [30, 90, 365, 730], endless: -1, units: [1], secondsEach: day },
      },
    ],
  ],
  [
    'showing',
    [
      toggle('inline_image_preview'),
      toggle('inline_url_embed_preview'),
      { kind: 'text', name: 'default_code_block_language', maxLength: 40 },
      toggle('message_content_allowed_in_email_notifications'),
      toggle('digest_emails_enabled'),
      choice('digest_weekday', [0, 1, 2, 3, 4, 5, 6], { needs: 'digest_emails_enabled' }),
      choice('video_chat_provider', [0, 1]),
      { kind: 'text', name: 'jitsi_server_url', maxLength: 200 },
      { kind: 'stream', name: 'moderation_request_channel_id' },
    ],
  ],
  [
    'signIn',
    [
      { kind: 'logInMethods', name: 'authentication_methods', isForOwners: true },
      choice('two_factor_required', ['nobody', 'administrators', 'all'], owners),
    ],
  ],
  [
    'otherApps',
    [
      group('can_create_web_public_channel_group'),
      choice('giphy_rating', [0, 1, 2, 3, 4, 5]),
      toggle('default_twenty_four_hour_time'),
      toggle('require_e2ee_push_notifications'),
      group('can_summarize_topics_group'),
      group('can_manage_billing_group'),
    ],
  ],
]

/** Settings that the organization's profile shows with components of its own. */
export const profileSettings = [
  'name',
  'description',
  'org_type',
  'default_language',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'welcome_message_custom_text',
] as const
