import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../data/api/call'
import { reasonOf } from '../../lib/reason-of'
import { useApp } from '../../context/app'
import { stepsOf } from './usage'

export interface Subscribers {
  /** Ids of users; undefined until fetched. */
  ids: ReadonlySet<number> | undefined
  refusal: string | undefined
  retry: () => void
}

/** Subscribers of a stream, kept up to date by events. */
export function useSubscribers(streamId: number): Subscribers {
  const { events, store } = useApp()
  const tries = useSignal(0)
  const state = useSignal<Omit<Subscribers, 'retry'>>({ ids: undefined, refusal: undefined })

  useEffect(() => {
    let round = 0
    let isAsking = false
    state.value = { ...state.peek(), refusal: undefined }
    async function fetchAll(): Promise<void> {
      const own = (round += 1)
      isAsking = true
      try {
        const { subscribers } = await call('GET /streams/{stream_id}/members', {
          stream_id: streamId,
        })
        if (own !== round) return
        const emails = new Set(subscribers)
        const users = store.state.realm_users.filter(({ email }) => emails.has(email))
        state.value = { ids: new Set(users.map(({ user_id: id }) => id)), refusal: undefined }
      } catch (error) {
        if (own === round) state.value = { ...state.peek(), refusal: reasonOf(error) }
      }
      if (own === round) isAsking = false
    }
    void fetchAll()
    const stop = events.listen((told) => {
      if (!told) return void fetchAll()
      const steps = told
        .flatMap((event) => stepsOf(event, store.state.user_id))
        .filter((step) => step.streamId === streamId)
      if (steps.length === 0) return
      // The answer in flight may be older than this event, so fetch again.
      const { ids } = state.peek()
      if (!ids || isAsking) return void fetchAll()
      const changed = new Set(ids)
      for (const { by, userIds } of steps) {
        for (const id of userIds) {
          if (by > 0) changed.add(id)
          else changed.delete(id)
        }
      }
      state.value = { ids: changed, refusal: undefined }
    })
    return () => {
      round = -1
      stop()
    }
  }, [events, store, streamId, tries.value])
  return { ...state.value, retry: () => (tries.value += 1) }
}
