import { Type } from '@sinclair/typebox'
import { offlineThresholdSeconds } from '../../../../stores/presence/presence'
import { pingIntervalSeconds } from '../../../../wire/presence'
import { reportTypes } from '../../../../wire/reports'
import { stopWords } from '../../../../data/history/stop-words'
import { sizeLimits } from '../../../rules/limits'
import { passwordMaxCharacters } from '../../../rules/names'
import { giphyRatings } from '../../../rules/realms/setting-kinds'
import { constantFamily, stateFamily } from './family'

/**
 * Constant facts about the server for clients.
 * Sources: docs/protocol/register.md#server-facts, docs/protocol/level-371.md#server-keys.
 */
export const serverFacts = {
  development_environment: false,
  /**
   * Time after which clients give up a poll; longer than the longest heartbeat interval.
   */
  event_queue_longpoll_timeout_seconds: 90,
  // Three names, for clients of different age.
  giphy_rating_options: giphyRatings,
  gif_rating_options: giphyRatings,
  gif_rating_policy_options: giphyRatings,
  max_avatar_file_size_mib: sizeLimits.pictureMib,
  max_icon_file_size: sizeLimits.pictureMib,
  max_icon_file_size_mib: sizeLimits.pictureMib,
  max_logo_file_size_mib: sizeLimits.pictureMib,
  max_message_length: sizeLimits.contentBytes,
  max_stream_description_length: sizeLimits.streamDescriptionCharacters,
  max_stream_name_length: sizeLimits.streamNameCharacters,
  max_topic_length: sizeLimits.topicCharacters,
  password_max_length: passwordMaxCharacters,
  server_avatar_changes_disabled: false,
  server_can_summarize_topics: false,
  /**
   * Unix time at which this worker started. Workers differ in it, as in the reference: a client compares it only with
   * `restart` events, and the server publishes none.
   */
  server_generation: Math.floor(performance.timeOrigin / 1_000),
  server_inline_image_preview: true,
  server_max_deactivated_realm_deletion_days: null,
  server_min_deactivated_realm_deletion_days: null,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_presence_offline_threshold_seconds: offlineThresholdSeconds,
  server_presence_ping_interval_seconds: pingIntervalSeconds,
  max_bulk_new_subscription_messages: sizeLimits.newSubscriptionMessages,
  server_report_message_types: reportTypes,
  server_typing_started_expiry_period_milliseconds: 15_000,
  server_typing_started_wait_period_milliseconds: 10_000,
  server_typing_stopped_wait_period_milliseconds: 5_000,
  server_web_public_streams_enabled: false,
  upgrade_text_for_wide_organization_logo: '',
  zulip_plan_is_not_limited: true,
} as const

const integrationSchema = Type.Object({
  name: Type.String({ description: 'As in the address' }),
  display_name: Type.String(),
  all_event_types: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Kinds of events that may be left out; null where they are not told apart',
  }),
  config_options: Type.Array(Type.Unknown()),
  url_options: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String({ description: 'The same, for older clients' }),
      label: Type.String(),
      validator: Type.String(),
    }),
    { description: 'Further arguments of the address' },
  ),
})

/** Families that are the same for all users. Source: docs/protocol/level-371.md#register-keys. */
export const serverFamilies = [
  constantFamily(['realm_billing'], { realm_billing: { has_pending_sponsorship_request: false } }),
  constantFamily(['stop_words'], { stop_words: stopWords }),
  constantFamily(['video_calls'], { has_zoom_token: false }),
  // Source: docs/protocol/notifications.md#encrypted-state.
  constantFamily(['push_device'], { push_devices: {} }),
  // Source: docs/protocol/bots-of-level-371.md#realm-incoming-webhook-bots.
  stateFamily({
    fetchTypes: ['realm_incoming_webhook_bots'],
    keys: { realm_incoming_webhook_bots: Type.Array(integrationSchema) },
    read: async ({ integrations }) => ({
      realm_incoming_webhook_bots: integrations.map(
        ({ name, displayName: display_name, eventTypes, urlOptions }) => ({
          name,
          display_name,
          all_event_types: eventTypes && [...eventTypes],
          config_options: [],
          url_options: urlOptions.map((option) => ({
            validator: 'check_string',
            ...option,
            key: option.name,
          })),
        }),
      ),
    }),
  }),
  // Clients search GIPHY only.
  constantFamily(['tenor'], { tenor_api_key: '' }),
  stateFamily({
    fetchTypes: ['giphy'],
    keys: { giphy_api_key: Type.String({ description: 'Empty: none' }) },
    read: async ({ giphyApiKey }) => ({ giphy_api_key: giphyApiKey }),
  }),
]
