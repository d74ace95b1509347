import { isSameName } from '../../shared/rules/letter-case'
import type { RealmEvent, MessageEvent, NarrowTerm, QueueCondition } from '../../shared/events'
import { overlayText, renderEvent, renderingKey, flagsOf, isMessageEvent } from '../wire/renderings'
import { isResolvedTopic } from '../../shared/rules/topics'
import type { OnlineQueue, OnlineQueues } from './online-queues'
import type { Dispatch, Registration } from './queues'

/** One rendering of an event, shared by all queues that read it the same way. */
export interface Payload {
  /** JSON text without id and overlay. */
  text: string
  /** The longest lifespan among the queues of this payload. */
  lifespanSeconds: number
}

/** Queues that get the same payload with the same overlay. */
export interface Delivery {
  payload: Payload
  /** JSON text inserted between the payload and the id. */
  overlay: string
  queueIds: string[]
}

/** The queues that receive an event: those of its audience, and those of others who opted in. */
export interface Recipients {
  ofAudience: readonly OnlineQueue[]
  ofOnlookers: readonly OnlineQueue[]
}

/**
 * Finds the recipients of the events of a batch. Successive events of a series, which differ only in
 * their content, share them.
 */
export class RecipientFinder {
  private last: { dispatch: Dispatch; selected: ReadonlySet<number>; found: Recipients } | undefined

  /** @param selected the event's audience among the online users */
  find(dispatch: Dispatch, queues: OnlineQueues, selected: ReadonlySet<number>): Recipients {
    if (this.last?.selected === selected && areAlike(this.last.dispatch, dispatch)) {
      return this.last.found
    }
    const found = findRecipients(dispatch, queues, selected)
    this.last = { dispatch, selected, found }
    return found
  }
}

function areAlike(one: Dispatch, other: Dispatch): boolean {
  return (
    one.event.type === other.event.type &&
    one.condition === other.condition &&
    !isMessageEvent(other.event)
  )
}

function findRecipients(
  dispatch: Dispatch,
  queues: OnlineQueues,
  selected: ReadonlySet<number>,
): Recipients {
  const ofAudience: OnlineQueue[] = []
  const ofOnlookers: OnlineQueue[] = []
  for (const userId of selected) {
    for (const queue of queues.ofUser(userId)) {
      if (receives(queue.registration, dispatch, true)) ofAudience.push(queue)
    }
  }
  if (dispatch.isPublicStreamMessage) {
    for (const queue of queues.readersOfPublicStreams) {
      if (selected.has(queue.registration.userId)) continue
      if (receives(queue.registration, dispatch, false)) ofOnlookers.push(queue)
    }
  }
  return { ofAudience, ofOnlookers }
}

/**
 * Plans the rendering of an event for each of its recipients. An event is rendered once per
 * rendering key, and overlays are written once per distinct set of flags.
 */
export function planDeliveries(
  dispatch: Dispatch,
  { ofAudience, ofOnlookers }: Recipients,
): Delivery[] {
  const plan = new DeliveryPlan(dispatch)
  for (const queue of ofAudience) plan.add(queue, true)
  for (const queue of ofOnlookers) plan.add(queue, false)
  return plan.deliveries
}

/**
 * The merge key of an event: an event replaces an earlier one with the same key in a queue, unless
 * the client was already sent the earlier one; undefined for events that are never merged. So the
 * queue of a client that is away for days holds one presence per person and does not overflow.
 * Source: docs/protocol/event-queues.md#merging.
 */
export function mergeKeyOf(event: RealmEvent): string | undefined {
  switch (event.type) {
    case 'pointer':
      return 'pointer'
    case 'presence':
      return `presence ${event.user_id}`
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

  add({ queueId, registration }: OnlineQueue, isSelected: boolean): void {
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
    // Only in the sender's own queue: a sender who names another user's queue must not confirm that
    // user's messages.
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
 * Whether a queue receives an event.
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
 * Whether a queue wants events of a type. Types that duplicate other events must be requested by
 * name.
 */
function isWantedType({ eventTypes }: Registration, type: RealmEvent['type']): boolean {
  return eventTypes ? eventTypes.includes(type) : type !== 'muted_topics'
}

/** Flags of the event for a user; none for an onlooker, since onlookers are not recipients. */
function flagsFor(
  { event, overlay }: Pick<Matched, 'event' | 'overlay'>,
  userId: number,
  isSelected: boolean,
): readonly string[] | undefined {
  return flagsOf(event, isSelected ? overlay : {}, userId)
}

/** Whether a bridge to another chat system would get back a message that it sent itself. */
function isOwnMirror(registration: Registration, { message }: MessageEvent): boolean {
  return message.client.includes('mirror') && isSameName(message.client, registration.clientName)
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
        : isSameName(message.display_recipient as string, operand)
    case 'topic':
      return message.type === 'stream' && isSameName(message.subject, String(operand))
    case 'sender':
      return typeof operand === 'number'
        ? message.sender_id === operand
        : isSameName(message.sender_email, operand)
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
    // In the protocol, `alerted` also means a mention and ignores alert words.
    case 'mentioned':
    case 'alerted':
      return flags.includes('mentioned')
    case 'resolved':
      return type === 'stream' && isResolvedTopic(subject)
    // Queues registered by an earlier version may contain other operands.
    default:
      return true
  }
}
