import type { DeliveredMessage } from './messages'

/**
 * A published message with both renderings; each queue gets the one it asked for. `avatar_url` is
 * for clients that do not compute gravatars; `avatar_is_gravatar` tells whether other clients may
 * get null instead.
 */
export interface PublishedMessage extends Omit<
  DeliveredMessage,
  'content' | 'content_type' | 'avatar_url'
> {
  content: string
  rendered_content: string
  avatar_url: string
  avatar_is_gravatar: boolean
}

export interface MessageEvent {
  type: 'message'
  message: PublishedMessage
}

/**
 * Any other event, exactly as clients get it, without its `id`.
 * Source: docs/protocol/events.md#complete.
 */
export interface PlainEvent {
  type: PlainEventType
  [key: string]: unknown
}

type PlainEventType =
  | 'alert_words'
  | 'attachment'
  | 'channel_folder'
  | 'custom_profile_fields'
  | 'default_stream_groups'
  | 'default_streams'
  | 'delete_message'
  | 'device'
  | 'drafts'
  | 'invites_changed'
  | 'muted_topics'
  | 'muted_users'
  | 'navigation_view'
  | 'onboarding_steps'
  | 'pointer'
  | 'presence'
  | 'reaction'
  | 'realm'
  | 'realm_bot'
  | 'realm_domains'
  | 'realm_emoji'
  | 'realm_export'
  | 'realm_export_consent'
  | 'realm_filters'
  | 'realm_import'
  | 'realm_linkifiers'
  | 'realm_playgrounds'
  | 'realm_user'
  | 'reminders'
  | 'realm_user_settings_defaults'
  | 'saved_snippets'
  | 'scheduled_messages'
  | 'stream'
  | 'submessage'
  | 'subscription'
  | 'typing'
  | 'typing_edit_message'
  | 'update_display_settings'
  | 'update_global_notifications'
  | 'update_message'
  | 'update_message_flags'
  | 'user_group'
  | 'user_settings'
  | 'user_status'
  | 'user_topic'
  | 'web_reload_client'

export type RealmEvent = MessageEvent | PlainEvent

/** An event for an event stream (server-sent events). */
export interface StreamedEvent {
  /** Id that the client sends when it reconnects. */
  id: number
  /** The event's JSON in one line; absent for a heartbeat, which only advances the id. */
  json?: string
}

/**
 * Condition for one of two forms of an event, sent to queues whose clients did, or did not, declare
 * a capability at registration.
 * Sources: docs/protocol/decided-conflicts.md#declared-shape,
 * docs/protocol/register.md#capabilities.
 */
export interface CapabilityCondition {
  capability: ClientCapability
  isDeclared: boolean
}

/** Condition for an event that concerns only clients with a name. */
interface ProgramCondition {
  client: string
}

/** Conditions that must all be met. */
interface AllConditions {
  all: readonly CapabilityCondition[]
}

/** Condition that a queue must meet to get an event. */
export type QueueCondition = CapabilityCondition | ProgramCondition | AllConditions

/** Capabilities of clients that affect their events. Others are ignored. */
export const clientCapabilities = [
  'archived_channels',
  'bulk_message_deletion',
  'empty_topic_name',
  'include_deactivated_groups',
  'individual_emoji_changes',
  'linkifier_url_template',
  'notification_settings_null',
  'simplified_presence_events',
  'stream_typing_notifications',
  'user_list_incomplete',
  'user_settings_object',
] as const
export type ClientCapability = (typeof clientCapabilities)[number]

/** Operands of `is` in the narrow of a queue. */
export const queueIsOperands = [
  'private',
  'dm',
  'starred',
  'unread',
  'mentioned',
  'alerted',
  'resolved',
] as const

/** The part of an event that differs from user to user, or from queue to queue. */
export interface Overlay {
  /** Message flags of all recipients. */
  flags?: readonly string[]
  /** Complete flags of single users, which replace `flags`. Keys are user ids. */
  userFlags?: Readonly<Record<string, readonly string[]>>
  /** Local id for the sending client's own queue. */
  echo?: { queueId: string; localId: string }
}

/**
 * One condition of a narrow.
 * Sources: docs/protocol/contract.md#post-register, docs/protocol/event-queues.md#narrow-operators.
 */
export interface NarrowTerm {
  operator: 'stream' | 'topic' | 'sender' | 'is'
  /** A stream may be given by its id, a sender by the user id. */
  operand: string | number
  negated: boolean
}
