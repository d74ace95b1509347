import { effect } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { call } from '../api/call'
import type { State } from '../records/state'
import type { PresencesAnswer } from '../store/store'
import { localStore } from '../storage/browser-storage'

/** Time without activity after which the reader counts as idle. */
const idleAfterMs = 5 * 60_000
/** Min interval between notes of activity to other tabs. */
const toldEveryMs = 10_000
/** localStorage key: time of the last activity in any tab. */
const rememberedAs = 'parley-active-at'

/** DOM events that count as activity. */
const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus']

interface OwnPresenceOptions {
  stateNow: () => Readonly<State>
  /** Called with the presences of other users. */
  onAnswer: (answer: PresencesAnswer) => void
  /** Only the leader tab reports presence. */
  isLeader: ReadonlySignal<boolean>
  /** Aborts at the end of the session. */
  ended: AbortSignal
}

/**
 * Reports presence to the server once a minute, as active or idle; the answers contain the presences of other users.
 * Source: docs/protocol/presence.md#update-presence.
 */
export function reportOwnPresence(options: OwnPresenceOptions): void {
  const { stateNow, onAnswer, isLeader, ended } = options
  let activeAt = Date.now()
  let toldTabsAt = 0
  let wasActive = true

  const isActive = () => Date.now() - activeAt < idleAfterMs

  async function tell(): Promise<void> {
    if (!isLeader.peek()) return
    wasActive = isActive()
    try {
      const answer = await call(
        'POST /users/me/presence',
        {
          status: wasActive ? 'active' : 'idle',
          slim_presence: true,
          last_update_id: stateNow()['presence_last_update_id'] ?? -1,
        },
        { signal: ended },
      )
      onAnswer(answer)
    } catch {
      // The connection shows its own trouble, and the next report follows in a minute.
    }
  }

  function hear(): void {
    activeAt = Date.now()
    if (activeAt - toldTabsAt > toldEveryMs) {
      toldTabsAt = activeAt
      localStore.setItem(rememberedAs, String(activeAt))
    }
    if (!wasActive) void tell()
  }

  for (const sign of signsOfLife) {
    addEventListener(sign, hear, { passive: true, capture: true, signal: ended })
  }
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key !== rememberedAs) return
      activeAt = Math.max(activeAt, Number(newValue))
      if (!wasActive && isActive()) void tell()
    },
    { signal: ended },
  )
  const seconds = stateNow().server_presence_ping_interval_seconds
  const timer = setInterval(() => void tell(), seconds * 1000)
  const stop = effect(() => {
    if (isLeader.value) void tell()
  })
  ended.addEventListener('abort', () => {
    clearInterval(timer)
    stop()
  })
}
