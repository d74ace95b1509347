import { effect } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { ServerEvent, State } from '../records/state'
import type { PresencesAnswer } from '../store/store'
import { lastAcknowledged } from './acknowledged'
import { createPolling } from './polling'
import type { TabMessage, Tabs } from './tabs'
import { createTroubles } from './trouble'
import type { Trouble } from './trouble'
import { onWakeUp } from './wake-ups'

export interface Connection {
  readonly trouble: ReadonlySignal<Trouble>
  /** Whether this tab is the leader, which polls for all tabs of the browser. */
  readonly isLeader: ReadonlySignal<boolean>
  /** Polls at once instead of after the pause that follows a failure. */
  tryNow(): void
  /** Applies presences in this tab and sends them to all others. */
  sharePresences(answer: PresencesAnswer): void
  /** Tells the other tabs that this tab has ended the session. */
  tellLoggedOut(): void
}

export interface ConnectionHandlers {
  stateNow(): Readonly<State>
  /**
   * Called with events in order, each once.
   * @returns false if some could not be applied; a fresh state is fetched then
   */
  onEvents(events: readonly ServerEvent[]): boolean
  onPresences(answer: PresencesAnswer): void
  /** The queue is lost or has gaps: replace the old state by this one. */
  onFreshState(state: State): void
  /** The session ended, here or in another tab. */
  onLoggedOut(): void
  /** Another account has logged in, so nothing on the page belongs to it. */
  onOtherAccount(): void
}

/** How long to wait for a sign of life from the leader. */
const leaderPatienceMs = 1500
const justNowMs = 1000
/** Shortly after registering, events may refer to records already removed; such failures are ignored. */
const settlingMs = 10_000

/** Keeps the state up to date until `end` aborts: by polling, or by messages from the leader tab. */
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
  /** Messages of the leader that arrive while its snapshot is being fetched. */
  let held: TabMessage[] | undefined
  /** Whether another tab was heard. Each tab speaks before it takes over the state of this one. */
  let isShared = false

  const polling = createPolling(
    {
      stateNow,
      isShared: () => isShared,
      onEvents(events) {
        if (events.length === 0) return
        const { queue_id: queueId, last_event_id: after } = stateNow()
        // Tell other tabs before the next poll acknowledges the events: a new leader must have them.
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
      // An error in one part of the app must not stop the events after it.
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

  /** Replaces the state by the leader's; takes over if the leader does not answer. */
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

  /** Applies a message of the leader; fetches a snapshot if the message leaves a gap. */
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
    isShared = true
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

  /** Takes over from a silent leader: a live one is heard at least once per heartbeat. */
  function checkLeader(): void {
    const silentMs = stateNow().event_queue_longpoll_timeout_seconds * 1000
    const isVisible = document.visibilityState === 'visible'
    if (!isLeader.peek() && isVisible && Date.now() - leaderHeardAt > silentMs) look()
  }

  /** @param over aborts when another tab becomes leader */
  function lead(over: AbortSignal): void {
    const hasJustRegistered = Date.now() - freshAt < justNowMs
    const { queue_id: queueId, last_event_id: lastEventId } = stateNow()
    // The previous leader acknowledged events that this tab never got, and the queue no longer has them.
    if (lastAcknowledged(queueId) > lastEventId) polling.startOver()
    introduceMyself()
    void polling.run(over, hasJustRegistered)
  }

  tabs.listen(hear)
  tabs.tell({ kind: 'loggedIn' })
  // This state may come from a queue of its own that no tab polls, so look for the leader.
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
    tryNow: look,
    sharePresences(answer) {
      handlers.onPresences(answer)
      tabs.tell({ kind: 'presences', answer })
    },
    tellLoggedOut: () => tabs.tell({ kind: 'loggedOut' }),
  }
}
