import { maybe, shapedLike } from '../support/checked'
import type { Person, Queue, ReceivedEvent } from '../support/person'
import type { Client } from './clients'
import { Program } from './program'
import { expectToConform, faultsOf } from './schemas/conform'

/** `type/op`, or the type alone. */
export function kindOf(event: ReceivedEvent): string {
  return typeof event['op'] === 'string' ? `${event.type}/${event['op']}` : event.type
}

/** Starts a client: registers its queue, and checks that it can start from the reply. */
export async function start(client: Client, person: Person): Promise<Queue> {
  const program = new Program(person, client.habits)
  const state = await program.succeed('POST', '/register', client.registration)
  expectToConform(client.state, state, 'state')
  return shapedLike(state, { queue_id: '', last_event_id: 0 })
}

/** The members that the client reads and an event lacks; none for an unknown kind. */
function faultsFor(client: Client, event: ReceivedEvent): string[] {
  const schema = client.events[kindOf(event)] ?? client.events[event.type]
  const faults = schema ? faultsOf(schema, event) : []
  return faults.map((fault) => `${kindOf(event)}${fault}`)
}

/** The events of each client, by its name. */
export type Seen<Name extends string> = Record<Name, ReceivedEvent[]>

/**
 * Clients of one person that observe actions of others, or of the person's other clients. They must be able
 * to read every event: an event of a known kind is complete, or is not sent.
 */
export class Watchers<Name extends string> {
  readonly queues: Record<Name, Queue>

  private constructor(
    readonly person: Person,
    readonly clients: Record<Name, Client>,
    queues: Record<Name, Queue>,
  ) {
    this.queues = queues
  }

  static async start<Name extends string>(
    person: Person,
    clients: Record<Name, Client>,
  ): Promise<Watchers<Name>> {
    const started = await Promise.all(
      Object.entries<Client>(clients).map(
        async ([name, client]) => [name, await start(client, person)] as const,
      ),
    )
    return new Watchers(person, clients, Object.fromEntries(started) as Record<Name, Queue>)
  }

  /** The events of an action in each client's queue, oldest first. */
  async watch(action: () => Promise<unknown>): Promise<Seen<Name>> {
    await action()
    const last = await this.person.sendPrivately([this.person.id], 'That is all.')
    const isLast = (event: ReceivedEvent) =>
      shapedLike(event['message'], maybe({ id: maybe(0) }))?.id === last
    const seen = await Promise.all(
      (Object.keys(this.clients) as Name[]).map(async (name) => {
        const events = await this.person.pollUntil(this.queues[name], isLast)
        this.#expectReadable(name, events)
        return [name, events.filter((event) => !isLast(event))] as const
      }),
    )
    return Object.fromEntries(seen) as Seen<Name>
  }

  #expectReadable(name: Name, events: readonly ReceivedEvent[]): void {
    const ids = events.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
    const faults = events.flatMap((event) => faultsFor(this.clients[name], event))
    expect({ client: name, faults }).toEqual({ client: name, faults: [] })
  }
}
