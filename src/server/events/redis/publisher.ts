import { randomBytes } from 'node:crypto'
import { mergeKeyOf, planDeliveries, RecipientFinder } from '../deliveries'
import type { Delivery, Payload, Recipients } from '../deliveries'
import type { Dispatch } from '../queues'
import type { QueueDirectory, RealmDirectory } from './directory'
import type { AppendPlan, Scripts } from './scripts'

/** Max size of a call; a larger one would block other calls for too long. */
const maxDeliveriesPerCall = 4_000
const maxPayloadBytesPerCall = 4_194_304

export interface PublisherOptions {
  scripts: Scripts
  directory: QueueDirectory
  payloadMarginSeconds: number
  onOverfull: (queueId: string) => void
}

interface PlannedEvent {
  dispatch: Dispatch
  deliveries: Delivery[]
}

/** Publishes dispatches to the queues of one shard. */
export class Publisher {
  constructor(private readonly options: PublisherOptions) {}

  /**
   * Plans and publishes a batch. The directory behind a plan must be newer than the commits that
   * its events report: a queue registered later reads a state that includes them. So Redis compares
   * the version of the cached directory with its own; a freshly fetched one needs no check.
   */
  async publish(batch: readonly Dispatch[]): Promise<void> {
    const realmIds = [...new Set(batch.map((dispatch) => dispatch.realmId))]
    const audiences = audiencesOf(batch)
    if (await this.tryPublish(realmIds, audiences, 'checked')) return

    const { directory } = this.options
    await Promise.all(realmIds.map((realmId) => directory.refresh(realmId)))
    await this.tryPublish(realmIds, audiences, 'fresh')
  }

  /** @returns false if the directory was out of date and nothing was published */
  private async tryPublish(
    realmIds: readonly number[],
    audiences: ReadonlyMap<Dispatch, OnlineAudience>,
    snapshot: 'checked' | 'fresh',
  ): Promise<boolean> {
    const { directory } = this.options
    const realms = new Map<number, RealmDirectory>()
    // Read the versions before the audiences: a queue added meanwhile changes the version.
    const versions: Record<string, string> = {}
    for (const realmId of realmIds) {
      const realm = await directory.of(realmId)
      realms.set(realmId, realm)
      versions[realmId] = realm.version
    }
    await Promise.all(
      [...new Set(audiences.values())].map((audience) =>
        audience.extend(queuesOf(realms, audience.realmId).userIds),
      ),
    )
    // All recipients are found before the first call: queues registered later get none of the events.
    const finder = new RecipientFinder()
    const events = [...audiences].map(([dispatch, { selected }]) => {
      const queues = queuesOf(realms, dispatch.realmId)
      return { dispatch, recipients: finder.find(dispatch, queues, selected) }
    })

    let check = snapshot === 'checked' ? versions : undefined
    for (const part of inParts(events)) {
      if (!(await this.append(part, check))) return false
      // The check of the first part covers the other parts.
      check = undefined
    }
    return true
  }

  private async append(
    events: readonly PlannedEvent[],
    versions: Record<string, string> | undefined,
  ): Promise<boolean> {
    const { scripts, payloadMarginSeconds, onOverfull } = this.options
    const payloads = [...new Set(events.flatMap(({ deliveries }) => deliveries.map(payloadOf)))]
    const numbers = new Map(payloads.map((payload, number) => [payload, number]))
    const plan: AppendPlan = {
      lifetimes: payloads.map(({ lifespanSeconds }) => lifespanSeconds + payloadMarginSeconds),
      events: events.map(({ dispatch, deliveries }) => [
        dispatch.outboxId ?? ownId(),
        mergeKeyOf(dispatch.event) ?? '',
        deliveries.map(({ payload, overlay, queueIds }) => [
          numbers.get(payload) as number,
          overlay,
          queueIds,
        ]),
      ]),
      ...(versions ? { versions } : {}),
    }
    const texts = payloads.map(({ text }) => text)
    const reply = await scripts.publishEvents(plan, texts)
    if (reply.kind === 'stale') return false

    for (const queueId of [...reply.goneQueueIds, ...reply.overfullQueueIds]) {
      this.forget(events, queueId)
    }
    reply.overfullQueueIds.forEach(onOverfull)
    return true
  }

  private forget(events: readonly PlannedEvent[], queueId: string): void {
    const realmIds = new Set(events.map(({ dispatch }) => dispatch.realmId))
    for (const realmId of realmIds) this.options.directory.forget(realmId, queueId)
  }
}

function queuesOf(realms: ReadonlyMap<number, RealmDirectory>, realmId: number) {
  return (realms.get(realmId) as RealmDirectory).queues
}

/** Id for the payloads of an event without an outbox row. */
function ownId(): string {
  return randomBytes(9).toString('base64url')
}

function payloadOf(delivery: Delivery): Payload {
  return delivery.payload
}

/** The audience of each event; events of a series share one. */
function audiencesOf(batch: readonly Dispatch[]): Map<Dispatch, OnlineAudience> {
  const shared = new Map<Dispatch['selectUsers'], OnlineAudience>()
  return new Map(
    batch.map((dispatch) => {
      const { selectUsers, realmId } = dispatch
      const audience = shared.get(selectUsers) ?? new OnlineAudience(realmId, selectUsers)
      shared.set(selectUsers, audience)
      return [dispatch, audience]
    }),
  )
}

/**
 * Splits a batch, between events, into parts that take Redis a few milliseconds each. Each part is
 * planned when it is needed, so that planning a long batch does not hold up the event loop.
 */
function* inParts(
  events: readonly { dispatch: Dispatch; recipients: Recipients }[],
): Generator<PlannedEvent[]> {
  let part: PlannedEvent[] = []
  let deliveries = 0
  let bytes = 0
  for (const { dispatch, recipients } of events) {
    const event = { dispatch, deliveries: planDeliveries(dispatch, recipients) }
    const moreDeliveries = event.deliveries.reduce((sum, { queueIds }) => sum + queueIds.length, 0)
    const moreBytes = event.deliveries.reduce((sum, { payload }) => sum + payload.text.length, 0)
    const isTooMuch =
      deliveries + moreDeliveries > maxDeliveriesPerCall ||
      bytes + moreBytes > maxPayloadBytesPerCall
    if (isTooMuch && part.length > 0) {
      yield part
      part = []
      deliveries = 0
      bytes = 0
    }
    part.push(event)
    deliveries += moreDeliveries
    bytes += moreBytes
  }
  if (part.length > 0) yield part
}

/** The audience of events among the online users seen so far; selects each user once. */
class OnlineAudience {
  readonly selected = new Set<number>()
  private readonly asked: (readonly number[])[] = []

  constructor(
    readonly realmId: number,
    private readonly selectUsers: Dispatch['selectUsers'],
  ) {}

  /** @param userIds an immutable list; a directory that gains users makes a new one */
  async extend(userIds: readonly number[]): Promise<void> {
    const unknown = this.withoutAsked(userIds)
    this.asked.push(userIds)
    if (unknown.length === 0) return
    for (const userId of await this.selectUsers(unknown)) this.selected.add(userId)
  }

  private withoutAsked(userIds: readonly number[]): readonly number[] {
    if (this.asked.length === 0) return userIds
    if (this.asked.includes(userIds)) return []
    const known = new Set(this.asked.flat())
    return userIds.filter((userId) => !known.has(userId))
  }
}
