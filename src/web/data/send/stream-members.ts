import { signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { call } from '../api/call'
import type { ServerEvent } from '../records/state'

/** Cache of the subscribers of streams, filled on demand. */
export interface StreamMembers {
  /** Email addresses; undefined until fetched, which the first call starts. */
  of(streamId: number): ReadonlySignal<ReadonlySet<string> | undefined>
  /** Drops cached subscribers that an event has changed. */
  hear(event: ServerEvent): void
  /** Drops everything, after missed events. */
  forget(): void
}

export function createStreamMembers(): StreamMembers {
  const known = new Map<number, Signal<ReadonlySet<string> | undefined>>()

  /** Fills the set of a stream. If an event has dropped the set meanwhile, no reader sees the answer. */
  async function fetchMembers(
    streamId: number,
    members: Signal<ReadonlySet<string> | undefined>,
  ): Promise<void> {
    try {
      const { subscribers } = await call('GET /streams/{stream_id}/members', {
        stream_id: streamId,
      })
      members.value = new Set(subscribers)
    } catch {
      // Show nothing about members then; the next call of `of` tries again.
      if (known.get(streamId) === members) known.delete(streamId)
    }
  }

  return {
    of(streamId) {
      let members = known.get(streamId)
      if (!members) {
        known.set(streamId, (members = signal<ReadonlySet<string> | undefined>(undefined)))
        void fetchMembers(streamId, members)
      }
      return members
    },
    hear(event) {
      if (event.type !== 'subscription') return
      if (event.op !== 'peer_add' && event.op !== 'peer_remove') return
      for (const id of event.stream_ids) known.delete(id)
    },
    forget() {
      known.clear()
    },
  }
}
