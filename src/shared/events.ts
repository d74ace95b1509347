import type { ChannelFolderEvent } from './channel-folders'
import type { ClientDeviceEvent } from './client-devices'
import type { DefaultStreamGroupsEvent } from './default-stream-groups'
import type { DraftEvent } from './drafts'
import type { InvitationsEvent } from './invitations'
import type { LinkifierEvent } from './linkifiers'
import type {
  DeleteMessageEvent,
  DeleteMessagesEvent,
  ReactionEvent,
  SubmessageEvent,
  UpdateMessageEvent,
} from './message-events'
import type { DeliveredMessage } from './messages'
import type { MuteEvent } from './mutes'
import type { NavigationViewEvent } from './navigation-views'
import type { PresenceEvent } from './presence'
import type { ProfileFieldsEvent } from './profile-fields'
import type { FlagsEvent } from './read-state'
import type { RealmEmojiEvent } from './realm-emoji'
import type { RealmSettingEvent } from './realm-events'
import type { RealmExportsEvent } from './realm-exports'
import type { RealmImportEvent } from './realm-imports'
import type { OnboardingStepsEvent, RealmDomainEvent, RealmPlaygroundsEvent } from './realm-lists'
import type { SavedSnippetEvent } from './saved-snippets'
import type { ScheduledMessageEvent } from './scheduled-messages'
import type { SettingsEvent } from './settings-events'
import type { StreamEvent, SubscriptionEvent } from './stream-events'
import type { TypingEvent } from './typing'
import type { AttachmentEvent } from './uploads'
import type { BotEvent, UserEvent } from './user-events'
import type { UserGroupEvent } from './user-groups'
import type { UserStatusEvent } from './user-status'

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

/** The last position that older clients read. */
interface PointerEvent {
  type: 'pointer'
  pointer: number
}

/** The request that pages of the web app load its new version. Source: docs/protocol/events.md#web-reload-client. */
interface WebReloadEvent {
  type: 'web_reload_client'
  immediate: boolean
  version: string
}

/**
 * Any other event, exactly as clients get it, without its `id`.
 * Source: docs/protocol/events.md#complete.
 */
export type PlainEvent =
  | AttachmentEvent
  | BotEvent
  | ChannelFolderEvent
  | ClientDeviceEvent
  | DefaultStreamGroupsEvent
  | DeleteMessageEvent
  | DeleteMessagesEvent
  | DraftEvent
  | FlagsEvent
  | InvitationsEvent
  | LinkifierEvent
  | MuteEvent
  | NavigationViewEvent
  | OnboardingStepsEvent
  | PointerEvent
  | PresenceEvent
  | ProfileFieldsEvent
  | ReactionEvent
  | RealmDomainEvent
  | RealmEmojiEvent
  | RealmExportsEvent
  | RealmImportEvent
  | RealmPlaygroundsEvent
  | RealmSettingEvent
  | SavedSnippetEvent
  | ScheduledMessageEvent
  | SettingsEvent
  | StreamEvent
  | SubmessageEvent
  | SubscriptionEvent
  | TypingEvent
  | UpdateMessageEvent
  | UserEvent
  | UserGroupEvent
  | UserStatusEvent
  | WebReloadEvent

export type RealmEvent = MessageEvent | PlainEvent

/** An event as a queue delivers it. Source: docs/protocol/events.md#common. */
export type DeliveredEvent = { id: number } & (
  | DeliveredMessageEvent
  | (UpdateMessageEvent & { flags: readonly string[] })
  | Exclude<PlainEvent, UpdateMessageEvent>
  | { type: 'heartbeat' }
)

interface DeliveredMessageEvent {
  type: 'message'
  message: DeliveredMessage
  flags: readonly string[]
  /** Local id of the message, for the queue that sent it. */
  local_message_id?: string
}

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
