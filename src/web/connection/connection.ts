import { effect } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { ServerEvent, State } from '../store/state'
import type { PresencesAnswer } from '../store/store'
import { lastAcknowledged } from './acknowledged'
import { createPolling } from './polling'
import type { TabMessage, Tabs } from './tabs'
import { createTroubles } from './trouble'
import type { Trouble } from './trouble'
import { onWakeUp } from './wake-ups'

export interface Connection {
  readonly trouble: ReadonlySignal<Trouble>
  /** Whether it is this tab that polls, of all tabs of the browser. */
  readonly isLeader: ReadonlySignal<boolean>
  /** Takes in who is there, in this tab and all others. */
  sharePresences(answer: PresencesAnswer): void
  /** The session was ended here: the other tabs are told. */
  tellLoggedOut(): void
}

export interface ConnectionHandlers {
  stateNow(): Readonly<State>
  /**
   * Events in their order, each once.
   * @returns whether all could be taken in; where not, a fresh state is fetched
   */
  onEvents(events: readonly ServerEvent[]): boolean
  onPresences(answer: PresencesAnswer): void
  /** The queue is gone, or its track was lost: here is a state to be put in place of the old. */
  onFreshState(state: State): void
  /** The session ended, here or in another tab. */
  onLoggedOut(): void
  /** Somebody else has logged in meanwhile: nothing of what is shown is theirs. */
  onOtherAccount(): void
}

/** How long a leader may take to say that it is there. */
const leaderPatienceMs = 1500
const justNowMs = 1000
/** Registered so recently, a state may be newer than an event, which then speaks of what is gone. */
const settlingMs = 10_000

/** Brings the state up to date until `end` aborts: by polling, or by what the tab that polls tells. */
export function createConnection(
  tabs: Tabs,
  handlers: ConnectionHandlers,
  end: AbortSignal,
): Connection {
  const troubles = createTroubles(end)
  const { isLeader } = tabs
  const { stateNow } = handlers
  let freshAt = Date.now()
  let leaderHeardAt = Date.now()
  /** What the leader told while its state is on its way. */
  let held: TabMessage[] | undefined

  const polling = createPolling(
    {
      stateNow,
      onEvents(events) {
        if (events.length === 0) return
        const { queue_id: queueId, last_event_id: after } = stateNow()
        // Before the next poll acknowledges them: who takes over must have them.
        tabs.tell({ kind: 'events', queueId, after, events })
        takeIn(events)
      },
      onFreshState(state) {
        adopt(state)
        introduceMyself()
      },
      onLoggedOut() {
        tabs.tell({ kind: 'loggedOut' })
        handlers.onLoggedOut()
      },
    },
    troubles,
  )

  function takeIn(events: readonly ServerEvent[]): void {
    const isSettling = Date.now() - freshAt < settlingMs
    if (fits(events) || isSettling) return
    if (isLeader.peek()) polling.startOver()
    else void catchUp()
  }

  function fits(events: readonly ServerEvent[]): boolean {
    try {
      return handlers.onEvents(events)
    } catch (error) {
      // Whatever a part of the app makes of it, the next events must come.
      // eslint-disable-next-line no-console
      console.warn('Events could not be taken in:', error)
      return false
    }
  }

  function adopt(state: State): void {
    if (state.user_id !== stateNow().user_id) return handlers.onOtherAccount()
    freshAt = Date.now()
    handlers.onFreshState(state)
  }

  function introduceMyself(): void {
    const { queue_id: queueId, last_event_id: lastEventId } = stateNow()
    tabs.tell({ kind: 'leader', queueId, lastEventId, trouble: troubles.now.peek() })
  }

  /** Takes over the leader's whole state; where it does not answer, its part. */
  async function catchUp(): Promise<void> {
    if (held || isLeader.peek()) return
    held = []
    const state = await tabs.askForSnapshot()
    const missed = held
    held = undefined
    if (end.aborted) return
    if (state) adopt(state)
    else if (document.visibilityState === 'visible') tabs.takeOver()
    for (const message of missed) follow(message)
  }

  /** What the leader has is what this tab has, or is to have. */
  function follow(message: TabMessage): void {
    if (held) return void held.push(message)
    const { queue_id: queueId, last_event_id: lastEventId } = stateNow()
    if (message.kind === 'leader') {
      troubles.set(message.trouble)
      const isSame = message.queueId === queueId && message.lastEventId <= lastEventId
      if (!isSame) void catchUp()
    } else if (message.kind === 'events') {
      const isNext = message.queueId === queueId && message.after <= lastEventId
      if (isNext) takeIn(message.events.filter(({ id }) => id > lastEventId))
      else void catchUp()
    }
  }

  function hear(message: TabMessage): void {
    switch (message.kind) {
      case 'events':
      case 'leader':
        leaderHeardAt = Date.now()
        if (!isLeader.peek()) follow(message)
        return
      case 'presences':
        return handlers.onPresences(message.answer)
      case 'look':
        if (!isLeader.peek()) return
        introduceMyself()
        return polling.look()
      case 'snapshot':
        if (isLeader.peek()) tabs.answerSnapshot(message.replyTo, stateNow())
        return
      case 'loggedOut':
        return handlers.onLoggedOut()
      case 'loggedIn':
    }
  }

  function look(): void {
    if (isLeader.peek()) return polling.look()
    const askedAt = Date.now()
    tabs.tell({ kind: 'look' })
    setTimeout(() => {
      if (!end.aborted && leaderHeardAt < askedAt) tabs.takeOver()
    }, leaderPatienceMs)
  }

  /** A leader that waits for events is heard at each heartbeat. */
  function checkLeader(): void {
    const silentMs = stateNow().event_queue_longpoll_timeout_seconds * 1000
    const isVisible = document.visibilityState === 'visible'
    if (!isLeader.peek() && isVisible && Date.now() - leaderHeardAt > silentMs) look()
  }

  /** @param over aborts when another tab leads */
  function lead(over: AbortSignal): void {
    const hasJustRegistered = Date.now() - freshAt < justNowMs
    const { queue_id: queueId, last_event_id: lastEventId } = stateNow()
    // The leader before was told of events that this tab never heard of, and the queue has none of them.
    if (lastAcknowledged(queueId) > lastEventId) polling.startOver()
    introduceMyself()
    void polling.run(over, hasJustRegistered)
  }

  tabs.listen(hear)
  tabs.tell({ kind: 'loggedIn' })
  // Unless it has the leader's, its state is of a queue that nobody polls.
  if (!isLeader.peek()) look()
  onWakeUp(look, checkLeader, end)
  const stopLeading = effect(() => {
    if (!isLeader.value) return
    const over = new AbortController()
    lead(AbortSignal.any([over.signal, end]))
    return () => over.abort()
  })
  const stopTelling = effect(() => {
    void troubles.now.value
    if (isLeader.peek()) introduceMyself()
  })
  end.addEventListener('abort', () => {
    stopLeading()
    stopTelling()
    tabs.leave()
  })

  return {
    trouble: troubles.now,
    isLeader,
    sharePresences(answer) {
      handlers.onPresences(answer)
      tabs.tell({ kind: 'presences', answer })
    },
    tellLoggedOut: () => tabs.tell({ kind: 'loggedOut' }),
  }
}
