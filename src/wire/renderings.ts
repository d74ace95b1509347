import type { Registration } from '../events/queues'
import type { MessageEvent, Overlay, PlainEvent, RealmEvent } from './events'

/** The part of a registration that decides how an event reads to its queue. */
export type RenderingWishes = Pick<
  Registration,
  'applyMarkdown' | 'clientGravatar' | 'includeSubscribers' | 'spellsSubscriptions'
>

type MessageRendering = 'raw' | 'html' | 'raw-gravatar' | 'html-gravatar'

/**
 * Names the text that an event has for a queue. Queues with the same key share one payload,
 * so a key says only what makes a difference to this event.
 */
export function renderingKey(event: RealmEvent, wishes: RenderingWishes): string {
  if (isMessageEvent(event)) {
    const text = wishes.applyMarkdown ? 'html' : 'raw'
    return wishes.clientGravatar && event.message.avatar_is_gravatar ? `${text}-gravatar` : text
  }
  if (event.type === 'subscription') {
    const spelling = wishes.spellsSubscriptions ? 'subscriptions' : 'subscription'
    const hides = event['op'] === 'add' && !wishes.includeSubscribers
    return hides ? `${spelling}-without-subscribers` : spelling
  }
  return 'plain'
}

/**
 * JSON text of an event as clients see it, still without `id` and without what differs
 * from user to user: {@link completeEvent} adds those.
 *
 * @param key from {@link renderingKey} of the same event
 */
export function renderEvent(event: RealmEvent, key: string): string {
  if (isMessageEvent(event)) {
    return renderMessage(event, key as MessageRendering)
  }
  return JSON.stringify(event.type === 'subscription' ? renderSubscription(event, key) : event)
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

function renderSubscription(event: PlainEvent, key: string): object {
  const type = key.startsWith('subscriptions') ? 'subscriptions' : 'subscription'
  if (!key.endsWith('without-subscribers')) return { ...event, type }
  const subscriptions = (event['subscriptions'] as { subscribers?: unknown }[]).map(
    ({ subscribers: _subscribers, ...subscription }) => subscription,
  )
  return { ...event, type, subscriptions }
}

/** The event that ends a poll to which nothing happened; it comes whatever was registered for. */
export const heartbeatPayload = '{"type":"heartbeat"}'

/**
 * The part of an event's text that belongs to one user or one queue, with a leading comma;
 * '' when there is none. It stands between the payload and the id.
 *
 * @param flags message flags of this user; undefined for events that carry none
 */
export function overlayText(flags: readonly string[] | undefined, localId?: string): string {
  const flagsText = flags ? `,"flags":${JSON.stringify(flags)}` : ''
  return localId === undefined
    ? flagsText
    : `${flagsText},"local_message_id":${JSON.stringify(localId)}`
}

/** Puts the parts of an event's text together without parsing any of them. */
export function completeEvent(payload: string, overlay: string, eventId: number | string): string {
  return `${payload.slice(0, -1)}${overlay},"id":${eventId}}`
}

const noFlags: readonly string[] = []

/** Message flags of one user; message events always carry them, others only when they say so. */
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
