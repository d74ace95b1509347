/*
 * State of the app: the server's answer to `register`, kept up to date by events, with the server's field names.
 * Only applyEvent changes a state, and only its members: lists and records in them are replaced, never changed.
 * Source: docs/protocol/register.md#keys.
 */
import type { Static } from '@sinclair/typebox'
import type { AnswerOf, Frozen } from '../../../shared/calls'
import type { ChannelFolderRecord } from '../../../shared/channel-folders'
import type { DefaultStreamGroupRecord } from '../../../shared/default-stream-groups'
import type { DraftRecord } from '../../../shared/drafts'
import type { DeliveredEvent } from '../../../shared/events'
import type { LinkifierRecord } from '../../../shared/linkifiers'
import type { UserTopicRecord } from '../../../shared/mutes'
import type { slimPresenceSchema } from '../../../shared/presence'
import type { ProfileFieldRecord } from '../../../shared/profile-fields'
import type { UnreadMessages as UnreadRecord } from '../../../shared/read-state'
import type { RealmEmojiRecord } from '../../../shared/realm-emoji'
import type { RealmPlaygroundRecord } from '../../../shared/realm-lists'
import type { TopicPolicy as Policy } from '../../../shared/rules/topic-policies'
import type { SavedSnippetRecord } from '../../../shared/saved-snippets'
import type { ReminderRecord, ScheduledMessageRecord } from '../../../shared/scheduled-messages'
import type { StreamRecord, SubscriptionRecord } from '../../../shared/streams'
import type { UserGroupRecord } from '../../../shared/user-groups'
import type { UserStatusRecord } from '../../../shared/user-status'
import type { BotRecord, UserRecord } from '../../../shared/users'

export type { GroupValue } from '../../../shared/rules/group-values'

export type Stream = Frozen<StreamRecord>
export type Subscription = Frozen<SubscriptionRecord>
export type ChannelFolder = Frozen<ChannelFolderRecord>
export type DefaultStreamGroup = Frozen<DefaultStreamGroupRecord>
export type User = Frozen<UserRecord>
export type UserGroup = Frozen<UserGroupRecord>
export type Bot = Frozen<BotRecord>
export type UserTopic = Frozen<UserTopicRecord>
export type TopicPolicy = Policy
export type Presence = Frozen<Static<typeof slimPresenceSchema>>
export type UserStatus = Frozen<UserStatusRecord>
export type RealmEmoji = Frozen<RealmEmojiRecord>
export type SavedSnippet = Frozen<SavedSnippetRecord>
export type Draft = Frozen<DraftRecord>
export type ScheduledMessage = Frozen<ScheduledMessageRecord>
export type Reminder = Frozen<ReminderRecord>
export type Linkifier = Frozen<LinkifierRecord>
export type ProfileField = Frozen<ProfileFieldRecord>
export type Playground = Frozen<RealmPlaygroundRecord>

/** Unread messages, all lists of ids ascending. Source: docs/protocol/register.md#unread. */
export type UnreadMessages = Frozen<UnreadRecord>
export type UnreadPrivate = UnreadMessages['pms'][number]
export type UnreadTopic = UnreadMessages['streams'][number]
export type UnreadGroup = UnreadMessages['huddles'][number]
/** Unread messages of one conversation. */
export type UnreadIds = Pick<UnreadTopic, 'unread_message_ids'>

type Registered = AnswerOf<'POST /register'>

/** Keys of the answer that the app does not ask for. */
type Unasked =
  | 'hotspots'
  | 'muted_topics'
  | 'navigation_views'
  | 'pointer'
  | 'realm_domains'
  | 'realm_embedded_bots'
  | 'realm_filters'

/** All streams that the reader may see, and each of them in a list by the reader's tie to it. */
export type StreamLists = {
  -readonly [K in 'streams' | 'subscriptions' | 'unsubscribed' | 'never_subscribed']: Frozen<
    Exclude<Registered[K], undefined>
  >
}

/** Every key that the app asks for, and the others if a test asks for them. */
export type State = {
  -readonly [K in Exclude<keyof Registered, Unasked | 'presences'>]-?: Frozen<
    Exclude<Registered[K], undefined>
  >
} & {
  -readonly [K in Unasked]?: Frozen<Exclude<Registered[K], undefined>>
} & {
  /** By user id: the app asks for the form of newer clients. */
  presences: Readonly<Record<string, Presence>>
  /** Archived streams; the lists of the state itself have the others. Undefined in an answer to `register`. */
  archived?: Readonly<StreamLists>
}

/** Whether the state is a copy in this browser, until the server can be reached; see data/offline/open-kept.ts. */
export function isKept(state: Readonly<State>): boolean {
  return state.last_event_id < -1
}

export type UserSettings = State['user_settings']
export type UserDefaults = State['realm_user_settings_defaults']

/** Name of a setting of the realm, without the `realm_` of its key. */
export type RealmSettingName = {
  [K in keyof State]-?: K extends `realm_${infer Name}` ? Name : never
}[keyof State]

/** An event from the queue. */
export type ServerEvent = Frozen<DeliveredEvent>

/** The event of a type. */
export type EventOf<Type extends ServerEvent['type']> = Extract<ServerEvent, { type: Type }>
