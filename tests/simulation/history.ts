/** One thing that the outside saw of a simulated server. */
export type Sight =
  | {
      kind: 'commit'
      /** Number of the commit, from 1. */
      seq: number
      key: number
      /** The stream that was changed, or that a message is for. */
      stream: number
      isMessage: boolean
      audience: readonly number[]
      /** Number of commits before the request wrote its event. */
      insertedAt: number
    }
  | {
      kind: 'registered'
      queue: string
      user: number
      /** Number of commits that the state of the new client contains. */
      seen: number
    }
  | { kind: 'delivered'; queue: string; after: number; events: readonly Delivered[] }
  | {
      kind: 'ended'
      queue: string
      /** Whether the client had been away for as long as its queue lives. */
      isDue: boolean
    }
  /** A fault, for readers of the history. */
  | { kind: 'fault'; text: string }
  /** Everything has worked for a while, so the queue's client should have all events. */
  | { kind: 'calm'; queue: string }

/** An event as a client reads it; without a key for heartbeats. */
export interface Delivered {
  id: number
  key?: number
}

export type History = readonly Sight[]
