import type { EventQueues, QueueOwner } from '../../src/server/events/queues'
import { elementAt } from '../support/checked'
import { message, received, registrationOf, until } from './event-queues.cast'

const users: QueueOwner[] = Array.from({ length: 12 }, (_, i) => ({ realmId: 1, userId: 100 + i }))
const lastWords = 'that is all'

/** A log of all sent messages with their times, against which the received ones are checked. */
class Chronicle {
  private time = 0
  readonly sent: { text: string; to: Set<number>; began: number; ended: number }[] = []

  now(): number {
    return (this.time += 1)
  }

  async record(text: string, to: readonly QueueOwner[], send: () => Promise<unknown>) {
    const userIds = to.map((owner) => owner.userId)
    const entry = { text, to: new Set(userIds), began: this.now(), ended: Infinity }
    this.sent.push(entry)
    await send()
    entry.ended = this.now()
  }
}

/** A client that polls any worker without pause, also twice at once, and sometimes hangs up or rewinds. */
class Client {
  readonly texts: string[] = []
  readonly faults: string[] = []
  private readonly byId = new Map<number, string>()
  private lastEventId = -1
  private queueId = ''
  private registration = { began: 0, ended: 0 }

  constructor(
    private readonly owner: QueueOwner,
    private readonly workers: readonly EventQueues[],
    private readonly chronicle: Chronicle,
  ) {}

  async register(): Promise<this> {
    const began = this.chronicle.now()
    this.queueId = (await pick(this.workers).register(registrationOf(this.owner))).queueId
    this.registration = { began, ended: this.chronicle.now() }
    return this
  }

  async run(): Promise<void> {
    while (this.texts.at(-1) !== lastWords) {
      const dice = Math.random()
      if (dice < 0.1) await Promise.all([this.poll(), this.poll()])
      else if (dice < 0.15) await this.poll({ hangsUp: true })
      else if (dice < 0.2) await this.poll({ from: this.lastEventId - 3 })
      else await this.poll({ park: dice < 0.9 })
    }
  }

  private async poll({ park = true, hangsUp = false, from = this.lastEventId } = {}) {
    const client = new AbortController()
    const options = { park, signal: client.signal }
    const poll = pick(this.workers).poll(this.queueId, this.owner, Math.max(from, -1), options)
    if (hangsUp) setImmediate(() => client.abort())
    for (const { id, message: record } of received(await poll)) this.hear(id, record?.content ?? '')
  }

  private hear(id: number, text: string): void {
    const known = this.byId.get(id)
    if (known !== undefined) {
      if (known !== text) this.faults.push(`${id} was ${known} and then ${text}`)
      return
    }
    if (id <= this.lastEventId) this.faults.push(`${id} came after ${this.lastEventId}`)
    this.byId.set(id, text)
    this.texts.push(text)
    this.lastEventId = Math.max(id, this.lastEventId)
  }

  /** Answers the lost, doubled, undue and disordered events. */
  findFaults(): string[] {
    const counts = new Map<string, number>()
    for (const text of this.texts) counts.set(text, (counts.get(text) ?? 0) + 1)
    for (const { text, to, began, ended } of this.chronicle.sent) {
      const isDue = to.has(this.owner.userId) && began > this.registration.ended
      const mayCome = to.has(this.owner.userId) && ended > this.registration.began
      const count = counts.get(text) ?? 0
      if (isDue && count === 0) this.faults.push(`lost ${text}`)
      if (count > 1) this.faults.push(`doubled ${text}`)
      if (count > 0 && !mayCome) this.faults.push(`undue ${text}`)
    }
    const latest = new Map<string, number>()
    for (const text of this.texts) {
      const [sender = '', number] = text.split('/')
      if (Number(number) < (latest.get(sender) ?? -1)) this.faults.push(`disordered ${text}`)
      latest.set(sender, Number(number))
    }
    return this.faults
  }
}

function pick<T>(from: readonly T[]): T {
  return elementAt(from, Math.floor(Math.random() * from.length))
}

/**
 * Publishes messages to the queues of some users and polls them, at several workers and at full speed.
 *
 * @param messages number of messages to publish
 */
export async function race(
  open: readonly EventQueues[],
  messages: number,
): Promise<{ faults: string[]; deliveries: number }> {
  const chronicle = new Chronicle()
  const clients = await Promise.all(
    [...users, ...users].map((owner) => new Client(owner, open, chronicle).register()),
  )
  const runs = clients.map((client) => client.run())
  const isOver = () => chronicle.sent.length >= messages

  async function send(sender: string, worker: EventQueues): Promise<void> {
    for (let number = 0; !isOver(); number += 1) {
      const to = pick([users, users, users.slice(0, 3), [pick(users)]])
      const text = `${sender}/${number}`
      await chronicle.record(text, to, () => {
        const batch = [message(text, { to })]
        const alsoBy = Math.random() < 0.1 ? [pick(open)] : []
        return Promise.all([worker, ...alsoBy].map((each) => each.publish(batch)))
      })
    }
  }
  async function join(): Promise<void> {
    while (!isOver()) {
      const client = await new Client(pick(users), open, chronicle).register()
      clients.push(client)
      runs.push(client.run())
      const already = chronicle.sent.length
      await until(() => chronicle.sent.length > already + 30 || isOver())
    }
  }
  await Promise.all([...open.map((worker, i) => send(`sender ${i}`, worker)), join()])
  await open[0]?.publish([message(lastWords, { to: users })])
  await Promise.all(runs)

  return {
    faults: clients.flatMap((client) => client.findFaults()),
    deliveries: clients.reduce((sum, { texts }) => sum + texts.length, 0),
  }
}
