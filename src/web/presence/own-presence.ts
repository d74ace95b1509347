import { effect } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { call } from '../api/call'
import type { State } from '../store/state'
import type { PresencesAnswer } from '../store/store'

/** Who did nothing for so long is idle. */
const idleAfterMs = 5 * 60_000
/** Other tabs hear of what was done in this one no more often. */
const toldEveryMs = 10_000
/** When somebody last did something, in whichever tab. */
const rememberedAs = 'parley-active-at'

/** What shows that somebody is there. */
const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus']

export interface OwnPresenceOptions {
  stateNow: () => Readonly<State>
  /** Who else is there. */
  onAnswer: (answer: PresencesAnswer) => void
  /** One tab of the browser speaks for all of them. */
  isLeader: ReadonlySignal<boolean>
  /** The end of the session. */
  ended: AbortSignal
}

/**
 * Tells the server once a minute that somebody is there, and whether they are doing something; the answers say who
 * else is. Source: docs/protocol/presence.md#update-presence.
 */
export function tellOwnPresence(options: OwnPresenceOptions): void {
  const { stateNow, onAnswer, isLeader, ended } = options
  let activeAt = Date.now()
  let toldTabsAt = 0
  let wasActive = true

  const isActive = () => Date.now() - activeAt < idleAfterMs

  async function tell(): Promise<void> {
    if (!isLeader.peek()) return
    wasActive = isActive()
    try {
      const answer = await call<PresencesAnswer>(
        'POST',
        '/users/me/presence',
        {
          status: wasActive ? 'active' : 'idle',
          slim_presence: true,
          last_update_id: stateNow()['presence_last_update_id'] ?? -1,
        },
        { signal: ended },
      )
      onAnswer(answer)
    } catch {
      // The connection says what is wrong, and the next minute brings the next attempt.
    }
  }

  function hear(): void {
    activeAt = Date.now()
    if (activeAt - toldTabsAt > toldEveryMs) {
      toldTabsAt = activeAt
      localStorage.setItem(rememberedAs, String(activeAt))
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
