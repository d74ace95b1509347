import type { RealmEvent, MessageEvent, NarrowTerm, QueueCondition } from '../wire/events'
import { overlayText, renderEvent, renderingKey, flagsOf, isMessageEvent } from '../wire/renderings'
import { isResolvedTopic } from '../wire/topics'
import type { OnlineQueue, OnlineQueues } from './online-queues'
import type { Dispatch, Registration } from './queues'

/** One text of an event; queues that read it the same way share it. */
export interface Payload {
  /** JSON text without id and overlay. */
  text: string
  /** The longest lifespan among the queues that get it. */
  lifespanSeconds: number
}

/** Queues that get the same payload with the same overlay. */
export interface Delivery {
  payload: Payload
  /** JSON text that goes between the payload and the id. */
  overlay: string
  queueIds: string[]
}

/**
 * Plans which queues get an event, and how it reads there. An event is rendered once for each
 * distinct way of reading it, and overlays are written once for each distinct user flags.
 *
 * @param selected users among those online whom the event is for
 */
export function planDeliveries(
  dispatch: Dispatch,
  queues: OnlineQueues,
  selected: ReadonlySet<number>,
): Delivery[] {
  const plan = new DeliveryPlan(dispatch)
  for (const userId of selected) {
    for (const queue of queues.ofUser(userId)) plan.offer(queue, true)
  }
  if (dispatch.isPublicStreamMessage) {
    for (const queue of queues.readersOfPublicStreams) {
      if (!selected.has(queue.registration.userId)) plan.offer(queue, false)
    }
  }
  return plan.deliveries
}

/**
 * Events of the same merge key replace each other in a queue for as long as nobody has been
 * handed the older one; undefined for those that all matter. A client that is away for days has
 * then one presence of each person waiting for it, rather than a queue that is overfull.
 *
 * Source: docs/protocol/event-queues.md#merging.
 */
export function mergeKeyOf(event: RealmEvent): string | undefined {
  switch (event.type) {
    case 'pointer':
      return 'pointer'
    case 'presence':
      return `presence ${event['user_id'] as number}`
    case 'web_reload_client':
      return 'web_reload_client'
    default:
      return undefined
  }
}

class DeliveryPlan {
  readonly deliveries: Delivery[] = []
  private readonly payloads = new Map<string, Payload>()
  private readonly byReading = new Map<string, Delivery>()
  private readonly flagTexts = new Map<readonly string[] | undefined, string>()

  constructor(private readonly dispatch: Dispatch) {}

  offer({ queueId, registration }: OnlineQueue, isSelected: boolean): void {
    if (!receives(registration, this.dispatch, isSelected)) return

    const key = renderingKey(this.dispatch.event, registration)
    const overlay = this.overlayFor(queueId, registration.userId, isSelected)
    const delivery = this.deliveryOf(key, overlay)
    delivery.queueIds.push(queueId)
    delivery.payload.lifespanSeconds = Math.max(
      delivery.payload.lifespanSeconds,
      registration.lifespanSeconds,
    )
  }

  private overlayFor(queueId: string, userId: number, isSelected: boolean): string {
    const { event, overlay } = this.dispatch
    const flags = flagsFor(this.dispatch, userId, isSelected)
    // Only the sender's own queue: whoever names another's must not confirm what that one sends.
    const isSender = event.type === 'message' && event.message.sender_id === userId
    if (isSender && overlay.echo?.queueId === queueId) {
      return overlayText(flags, overlay.echo.localId)
    }

    // Nearly all recipients share one array of flags.
    let text = this.flagTexts.get(flags)
    if (text === undefined) this.flagTexts.set(flags, (text = overlayText(flags)))
    return text
  }

  private deliveryOf(key: string, overlay: string): Delivery {
    const reading = `${key} ${overlay}`
    let delivery = this.byReading.get(reading)
    if (!delivery) {
      delivery = { payload: this.payloadOf(key), overlay, queueIds: [] }
      this.byReading.set(reading, delivery)
      this.deliveries.push(delivery)
    }
    return delivery
  }

  private payloadOf(key: string): Payload {
    let payload = this.payloads.get(key)
    if (!payload) {
      payload = { text: renderEvent(this.dispatch.event, key), lifespanSeconds: 0 }
      this.payloads.set(key, payload)
    }
    return payload
  }
}

/** The part of a dispatch that decides who receives it. */
export type Matched = Pick<Dispatch, 'event' | 'overlay' | 'condition' | 'isPublicStreamMessage'>

/**
 * Whether an event belongs into a queue.
 *
 * @param isSelected the queue's owner is in the audience of the event
 * Sources: docs/protocol/event-queues.md#narrow, docs/protocol/event-queues.md#all-public-streams,
 * docs/protocol/event-queues.md#mirror.
 */
export function receives(
  registration: Registration,
  dispatch: Matched,
  isSelected: boolean,
): boolean {
  const { event, condition } = dispatch
  if (condition && !meets(registration, condition)) return false
  if (!isWantedType(registration, event.type)) return false
  if (!isSelected && !(dispatch.isPublicStreamMessage && registration.receivesPublicStreams)) {
    return false
  }
  if (!isMessageEvent(event)) return true
  if (isOwnMirror(registration, event)) return false
  if (registration.narrow.length === 0) return true

  const flags = flagsFor(dispatch, registration.userId, isSelected) ?? []
  return registration.narrow.every((term) => holds(term, event, flags) !== term.negated)
}

function meets({ capabilities, clientName }: Registration, condition: QueueCondition): boolean {
  if ('client' in condition) return clientName === condition.client
  const conditions = 'all' in condition ? condition.all : [condition]
  return conditions.every(({ capability, isDeclared }) => {
    return (capabilities?.includes(capability) ?? false) === isDeclared
  })
}

/**
 * Whether a queue wants events of a type. Types that repeat what others say must be asked for by
 * name.
 */
function isWantedType({ eventTypes }: Registration, type: RealmEvent['type']): boolean {
  return eventTypes ? eventTypes.includes(type) : type !== 'muted_topics'
}

/** Flags that the event carries for a user: an onlooker, who is no recipient, has none. */
function flagsFor(
  { event, overlay }: Pick<Matched, 'event' | 'overlay'>,
  userId: number,
  isSelected: boolean,
): readonly string[] | undefined {
  return flagsOf(event, isSelected ? overlay : {}, userId)
}

/** A bridge to another chat system must not be told what it has just brought from there. */
function isOwnMirror(registration: Registration, { message }: MessageEvent): boolean {
  return message.client.includes('mirror') && sameText(message.client, registration.clientName)
}

function holds(
  { operator, operand }: NarrowTerm,
  { message }: MessageEvent,
  flags: readonly string[],
): boolean {
  switch (operator) {
    case 'stream':
      if (message.type !== 'stream') return false
      return typeof operand === 'number'
        ? message.stream_id === operand
        : sameText(message.display_recipient as string, operand)
    case 'topic':
      return message.type === 'stream' && sameText(message.subject, String(operand))
    case 'sender':
      return typeof operand === 'number'
        ? message.sender_id === operand
        : sameText(message.sender_email, operand)
    case 'is':
      return holdsIs(String(operand), message, flags)
  }
}

function holdsIs(
  operand: string,
  { type, subject }: MessageEvent['message'],
  flags: readonly string[],
): boolean {
  switch (operand) {
    case 'private':
    case 'dm':
      return type === 'private'
    case 'starred':
      return flags.includes('starred')
    case 'unread':
      return !flags.includes('read')
    // `alerted` asks for a mention as well and knows nothing of alert words, as in the protocol.
    case 'mentioned':
    case 'alerted':
      return flags.includes('mentioned')
    case 'resolved':
      return type === 'stream' && isResolvedTopic(subject)
    // Of queues from when others were taken.
    default:
      return true
  }
}

function sameText(left: string, right: string): boolean {
  return left === right || left.toLowerCase() === right.toLowerCase()
}
