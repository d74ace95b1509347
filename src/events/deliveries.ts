import type { RealmEvent } from '../wire/events'
import { overlayText, renderEvent, renderingKey } from '../wire/renderings'
import { flagsFor, receives } from './matching'
import type { OnlineQueue, OnlineQueues } from './online-queues'
import type { Dispatch } from './queues'

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
 * Which queues get an event, and how it reads there. An event is rendered once for each
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
 * Source: protocol notes 4.6, which merges fewer kinds.
 */
export function mergeKeyOf(event: RealmEvent): string | undefined {
  switch (event.type) {
    case 'pointer':
      return 'pointer'
    case 'presence':
      return `presence ${event['user_id'] as number}`
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
