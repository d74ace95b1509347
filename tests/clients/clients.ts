import type { TSchema } from '@sinclair/typebox'
import type { Arguments } from '../support/person'
import { mobileHabits, reactNativeHabits, terminalHabits } from './habits'
import type { Habits } from './program'
import { mobileEvents } from './schemas/mobile-events'
import { mobileRegister } from './schemas/mobile-register'
import { reactNativeEvents, reactNativeRegister } from './schemas/react-native'
import { terminalEvents, terminalRegister } from './schemas/terminal'

/** A program that uses an event queue: its registration, and the shapes that it must be able to read. */
export interface Client {
  habits: Habits
  /** The arguments of its POST /register. */
  registration: Arguments
  /** The reply that it needs to start. */
  state: TSchema
  /** The parts of each event that it reads, by `type` or `type/op`; it skips other kinds. */
  events: Readonly<Record<string, TSchema>>
}

/**
 * The current mobile app, which asks for everything: it sends neither event types nor fetch types.
 * Source: docs/protocol/clients.md#mobile-start.
 */
export const mobile: Client = {
  habits: mobileHabits,
  registration: {
    // In JSON quotes, unlike all its other texts.
    idle_queue_timeout: '"mobile"',
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: true,
      stream_typing_notifications: true,
      user_settings_object: true,
      include_deactivated_groups: true,
      empty_topic_name: true,
      individual_emoji_changes: true,
    },
  },
  state: mobileRegister,
  events: mobileEvents,
}

const terminalEventTypes = [
  ...['message', 'update_message', 'reaction', 'submessage', 'subscription', 'typing'],
  ...['update_message_flags', 'user_settings', 'realm_emoji', 'realm_user'],
]

/**
 * The terminal client, which declares no capabilities, and so gets the older shapes.
 * Source: docs/protocol/clients.md#terminal-start.
 */
export const terminal: Client = {
  habits: terminalHabits,
  registration: {
    event_types: terminalEventTypes,
    fetch_event_types: [
      ...['realm', 'presence', 'subscription', 'message', 'starred_messages'],
      ...['update_message_flags', 'muted_topics', 'realm_user', 'realm_user_groups'],
      ...['user_settings', 'realm_emoji', 'custom_profile_fields', 'zulip_version'],
    ],
    client_gravatar: true,
    apply_markdown: true,
    include_subscribers: true,
    narrow: [],
  },
  state: terminalRegister,
  events: terminalEvents,
}

/** The older mobile app. Source: docs/protocol/clients.md#rn-start. */
export const reactNative: Client = {
  habits: reactNativeHabits,
  registration: {
    apply_markdown: true,
    client_gravatar: true,
    include_subscribers: false,
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: true,
      user_settings_object: true,
    },
    fetch_event_types: [
      ...['alert_words', 'custom_profile_fields', 'message', 'muted_topics', 'muted_users'],
      ...['presence', 'realm', 'realm_emoji', 'realm_filters', 'realm_linkifiers', 'realm_user'],
      ...['realm_user_groups', 'recent_private_conversations', 'stream', 'subscription'],
      ...['update_display_settings', 'update_global_notifications', 'update_message_flags'],
      ...['user_settings', 'user_status', 'user_topic', 'zulip_version'],
    ],
  },
  state: reactNativeRegister,
  events: reactNativeEvents,
}
