import { isMadeAvatar } from './avatars'
import type {
  ClientCapability,
  MessageEvent,
  Overlay,
  PlainEvent,
  RealmEvent,
} from '../../shared/events'
import { nameTopics } from './named-topics'
import { shownTopic } from '../../shared/rules/empty-topics'
import type { SubscriptionEvent } from '../../shared/stream-events'
import type { UserEvent } from '../../shared/user-events'

/** The fields of a registration that determine the rendering of an event. */
export interface RenderingVariant {
  applyMarkdown: boolean
  /** Declared capabilities of the client that affect events; absent: none. */
  capabilities?: readonly ClientCapability[]
  clientGravatar: boolean
  includeSubscribers: boolean
  /**
   * Whether the client requested `subscriptions` in event_types, so that the type keeps that
   * spelling.
   */
  spellsSubscriptions: boolean
}

type MessageRendering = 'raw' | 'html' | 'raw-gravatar' | 'html-gravatar'

/**
 * Key of the rendering of an event for a queue. Queues with the same key share one payload, so the
 * key contains only options that affect this event.
 */
export function renderingKey(event: RealmEvent, wishes: RenderingVariant): string {
  const form = formOf(event, wishes)
  if (!mayHaveEmptyTopic(event) || wishes.capabilities?.includes('empty_topic_name')) return form
  return form + namingTopics
}

/** End of the key of clients that read the empty topic by a name. */
const namingTopics = ' named'

function formOf(event: RealmEvent, wishes: RenderingVariant): string {
  if (isMessageEvent(event)) {
    const text = wishes.applyMarkdown ? 'html' : 'raw'
    return wishes.clientGravatar && event.message.avatar_is_gravatar ? `${text}-gravatar` : text
  }
  if (event.type === 'subscription') {
    const spelling = wishes.spellsSubscriptions ? 'subscriptions' : 'subscription'
    const hides = event.op === 'add' && !wishes.includeSubscribers
    return hides ? `${spelling}-without-subscribers` : spelling
  }
  if (event.type === 'realm_user' && wishes.clientGravatar) {
    return isMadeAvatar(event.person.avatar_url) ? 'gravatar' : 'plain'
  }
  return 'plain'
}

/**
 * JSON text of an event without `id` and overlay, which {@link completeEvent} adds.
 * @param key from {@link renderingKey} of the same event
 */
export function renderEvent(event: RealmEvent, key: string): string {
  return key.endsWith(namingTopics)
    ? renderForm(withNamedTopics(event), key.slice(0, -namingTopics.length))
    : renderForm(event, key)
}

function renderForm(event: RealmEvent, key: string): string {
  if (isMessageEvent(event)) {
    return renderMessage(event, key as MessageRendering)
  }
  if (event.type === 'subscription') return JSON.stringify(renderSubscription(event, key))
  if (event.type === 'realm_user' && key === 'gravatar') {
    return JSON.stringify(withoutMadeAvatar(event))
  }
  return JSON.stringify(event)
}

/** An account for a client that computes gravatars. Source: docs/protocol/decided-conflicts.md#gravatar-null. */
function withoutMadeAvatar(event: UserEvent): object {
  const person = { ...event.person, avatar_url: null }
  return {
    ...event,
    person: 'avatar_url_medium' in person ? { ...person, avatar_url_medium: null } : person,
  }
}

/**
 * Sources: docs/protocol/contract.md#message, docs/protocol/events.md#message-content,
 * docs/protocol/decided-conflicts.md#gravatar-null.
 */
function renderMessage(event: MessageEvent, key: MessageRendering): string {
  const { content, rendered_content, avatar_is_gravatar, ...message } = event.message
  const isHtml = key.startsWith('html')
  return JSON.stringify({
    ...event,
    message: Object.assign(message, {
      content: isHtml ? rendered_content : content,
      content_type: isHtml ? 'text/html' : 'text/x-markdown',
      avatar_url: key.endsWith('gravatar') && avatar_is_gravatar ? null : message.avatar_url,
    }),
  })
}

function renderSubscription(event: SubscriptionEvent, key: string): object {
  const type = key.startsWith('subscriptions') ? 'subscriptions' : 'subscription'
  if (event.op !== 'add' || !key.endsWith('without-subscribers')) return { ...event, type }
  const subscriptions = event.subscriptions.map(
    ({ subscribers: _subscribers, ...subscription }) => subscription,
  )
  return { ...event, type, subscriptions }
}

/**
 * Names the empty topic of an event, by type, for clients without the capability `empty_topic_name`. Events of other types
 * have no topics.
 */
const naming: { readonly [Type in PlainEvent['type']]?: (event: PlainEvent) => PlainEvent } = {
  delete_message: nameTopics,
  muted_topics: (event) => replaced(event, 'muted_topics', nameInTriples),
  scheduled_messages: (event) =>
    replaced(replaced(event, 'scheduled_messages', nameInAll), 'scheduled_message', nameTopics),
  typing: nameTopics,
  typing_edit_message: (event) => replaced(event, 'recipient', nameTopics),
  update_message: nameTopics,
  update_message_flags: (event) => replaced(event, 'message_details', nameInAll),
  user_topic: nameTopics,
}

/** Whether the topic of an event may be empty. */
function mayHaveEmptyTopic(event: RealmEvent): boolean {
  if (event.type !== 'message') return event.type in naming
  const { type, subject } = event.message
  return type === 'stream' && subject === ''
}

/** The event with the empty topic named. */
function withNamedTopics(event: RealmEvent): RealmEvent {
  if (event.type === 'message') {
    return replaced(event, 'message', nameTopics)
  }
  const name = naming[event.type]
  return name ? name(event) : event
}

function replaced<Event extends RealmEvent>(
  event: Event,
  member: string,
  replace: (value: object) => object,
): Event {
  const value = (event as object as Readonly<Record<string, unknown>>)[member]
  return value === undefined ? event : { ...event, [member]: replace(value as object) }
}

/** @param records a list of records, or records by key */
function nameInAll(records: object): object {
  if (Array.isArray(records)) return (records as object[]).map((record) => nameTopics(record))
  const entries = Object.entries(records as Record<string, object>)
  return Object.fromEntries(entries.map(([key, record]) => [key, nameTopics(record)]))
}

function nameInTriples(triples: object): object {
  return (triples as [stream: string, topic: string, at: number][]).map(([stream, topic, at]) => [
    stream,
    shownTopic(topic),
    at,
  ])
}

/** The event that ends a poll without other events; sent whatever event types were registered. */
export const heartbeatPayload = '{"type":"heartbeat"}'

/**
 * The overlay of an event: the text for one user or one queue, with a leading comma; '' if there is
 * none. It is inserted between the payload and the id.
 * @param flags message flags of this user; undefined for events without flags
 */
export function overlayText(flags: readonly string[] | undefined, localId?: string): string {
  const flagsText = flags ? `,"flags":${JSON.stringify(flags)}` : ''
  return localId === undefined
    ? flagsText
    : `${flagsText},"local_message_id":${JSON.stringify(localId)}`
}

/** Joins the parts of an event's text without parsing them. */
export function completeEvent(payload: string, overlay: string, eventId: number | string): string {
  return `${payload.slice(0, -1)}${overlay},"id":${eventId}}`
}

const noFlags: readonly string[] = []

/** Message flags for one user; message events always have them, others only if the overlay does. */
export function flagsOf(
  event: RealmEvent,
  overlay: Overlay,
  userId: number,
): readonly string[] | undefined {
  return (
    overlay.userFlags?.[userId] ?? overlay.flags ?? (isMessageEvent(event) ? noFlags : undefined)
  )
}

export function isMessageEvent(event: RealmEvent): event is MessageEvent {
  return event.type === 'message'
}
