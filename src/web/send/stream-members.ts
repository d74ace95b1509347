import { signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { call } from '../api/call'
import type { ServerEvent } from '../store/state'

/** Who is subscribed to streams, for those that somebody asked about. */
export interface StreamMembers {
  /** E-mails; undefined until they are fetched, which begins with the first question. */
  of(streamId: number): ReadonlySignal<ReadonlySet<string> | undefined>
  /** Somebody came or went: who asks next is told anew. */
  hear(event: ServerEvent): void
  /** Events were missed. */
  forget(): void
}

export function createStreamMembers(): StreamMembers {
  const known = new Map<number, Signal<ReadonlySet<string> | undefined>>()

  async function fetchMembers(streamId: number): Promise<void> {
    try {
      const path = `/streams/${streamId}/members`
      const { subscribers } = await call<{ subscribers: string[] }>('GET', path)
      const members = known.get(streamId)
      if (members) members.value = new Set(subscribers)
    } catch {
      // Nothing is said of members then; the next question asks again.
      known.delete(streamId)
    }
  }

  return {
    of(streamId) {
      let members = known.get(streamId)
      if (!members) {
        known.set(streamId, (members = signal<ReadonlySet<string> | undefined>(undefined)))
        void fetchMembers(streamId)
      }
      return members
    },
    hear({ type, op, ...event }) {
      if (type !== 'subscription') return
      const ids = (event['stream_ids'] ?? []) as number[]
      if (op === 'peer_add' || op === 'peer_remove') for (const id of ids) known.delete(id)
    },
    forget() {
      known.clear()
    },
  }
}
