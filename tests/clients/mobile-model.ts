import { asNumber, asNumbers, asRecord, asRecords, firstOf } from '../support/checked'
import type { Queue, ReceivedEvent } from '../support/person'

type Fields = Record<string, unknown>

/**
 * The state of the mobile app, with its assertions: an event may only name users and objects that the app
 * knows.
 * Sources: docs/protocol/clients.md#mobile-order, docs/protocol/event-queues.md#order.
 */
export class MobileModel {
  readonly #users: Set<number>
  readonly #streams: Set<number>
  readonly #subscriptions: Set<number>

  constructor(state: Queue) {
    const users = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'].flatMap((key) =>
      idsOf(state[key], 'user_id'),
    )
    this.#users = new Set(users)
    this.#streams = new Set(idsOf(state['streams'], 'stream_id'))
    this.#subscriptions = new Set(idsOf(state['subscriptions'], 'stream_id'))
    // Each account is in exactly one of the lists, and subscriptions are looked up among the streams.
    expect(users).toHaveLength(this.#users.size)
    expect([...this.#streams]).toEqual(expect.arrayContaining([...this.#subscriptions]))
  }

  /** Applies events; answers the app's failed assertions. */
  receive(events: readonly ReceivedEvent[]): string[] {
    return events.flatMap((event) =>
      [...this.#take(event)].map((complaint) => `${complaint}: ${JSON.stringify(event)}`),
    )
  }

  *#take(event: ReceivedEvent): Iterable<string> {
    switch (`${event.type}/${text(event['op'])}`) {
      case 'realm_user/add':
        this.#users.add(firstOf(idsOf([event['person']], 'user_id')))
        return
      case 'stream/create':
        for (const id of idsOf(event['streams'], 'stream_id')) this.#streams.add(id)
        return
      case 'stream/delete':
        for (const id of asNumbers(event['stream_ids'])) {
          if (!this.#streams.delete(id)) yield 'deletes an unknown stream'
          // Deleting a stream deletes its subscriptions.
          this.#subscriptions.delete(id)
        }
        return
      case 'subscription/add':
        for (const id of idsOf(event['subscriptions'], 'stream_id')) {
          if (!this.#streams.has(id)) yield 'subscribes to an unknown stream'
          if (this.#subscriptions.has(id)) yield 'subscribes twice'
          this.#subscriptions.add(id)
        }
        return
      case 'subscription/remove':
        for (const id of idsOf(event['subscriptions'], 'stream_id')) {
          if (!this.#subscriptions.delete(id)) yield 'unsubscribes from what is not subscribed'
        }
        return
      case 'message/':
        yield* this.#meet(asRecord(event['message']))
        return
      case 'reaction/add':
        if (!this.#users.has(asNumber(event['user_id']))) yield 'names an unknown user'
    }
  }

  *#meet(message: Fields): Iterable<string> {
    const recipients = message['display_recipient']
    const users = Array.isArray(recipients) ? idsOf(recipients, 'id') : []
    if (![...users, asNumber(message['sender_id'])].every((id) => this.#users.has(id))) {
      yield 'names an unknown user'
    }
    if (message['type'] === 'stream' && !this.#streams.has(asNumber(message['stream_id']))) {
      yield 'is in an unknown stream'
    }
  }
}

function idsOf(records: unknown, key: string): number[] {
  return asRecords(records).map((record) => asNumber(record[key]))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
