import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { ServerEvent, State } from '../records/state'
import type { PresencesAnswer } from '../store/store'
import type { Trouble } from './trouble'

/*
 * The tabs of a browser with the same session share one event queue. The leader tab holds a Web Lock, polls, and
 * sends events to the others. Without Web Locks (plain http on a LAN) each tab polls.
 */

/** Messages between tabs. */
export type TabMessage =
  /** From the leader: events of the queue after the event `after`. */
  | { kind: 'events'; queueId: string; after: number; events: readonly ServerEvent[] }
  /** From the leader, to announce itself: its position in the queue and the state of its connection. */
  | { kind: 'leader'; queueId: string; lastEventId: number; trouble: Trouble }
  /** From any tab: an answer of the server with the presences of users. */
  | { kind: 'presences'; answer: PresencesAnswer }
  /** To the leader: announce yourself and poll at once. */
  | { kind: 'look' }
  /** To the leader: send your state to the channel of this name. */
  | { kind: 'snapshot'; replyTo: string }
  | { kind: 'loggedIn' }
  | { kind: 'loggedOut' }

export interface Tabs {
  /** Whether this tab polls. */
  readonly isLeader: ReadonlySignal<boolean>
  tell(message: TabMessage): void
  /** Sets the listener for messages of other tabs; it gets earlier messages first. */
  listen(hear: (message: TabMessage) => void): void
  /** The leader's state; undefined if the leader does not answer in time. */
  askForSnapshot(): Promise<State | undefined>
  answerSnapshot(replyTo: string, state: Readonly<State>): void
  /** Takes the lead from a tab that does not answer and may be frozen. */
  takeOver(): void
  /** Closes the channel and passes the lead on, if this tab has it. */
  leave(): void
}

const name = 'parley'
/** Long enough for a busy tab, and for one that is just registering. */
const snapshotPatienceMs = 1500

/** Joins the tabs of this browser; resolves once it is known whether this tab starts as leader. */
export async function joinTabs(): Promise<Tabs> {
  const channel = new BroadcastChannel(name)
  // Keep messages that arrive before `listen` is called.
  const early: TabMessage[] = []
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => early.push(data)

  const canShare = 'locks' in navigator
  const lead = canShare ? await competeForLead() : leadWhileVisible()

  function tell(message: TabMessage): void {
    const isForAll = message.kind === 'loggedIn' || message.kind === 'loggedOut'
    if (canShare || isForAll) channel.postMessage(message)
  }

  return {
    isLeader: lead.isLeader,
    takeOver: lead.takeOver,
    tell,

    listen(hear) {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => hear(data)
      for (const message of early.splice(0)) hear(message)
    },

    askForSnapshot() {
      return canShare ? receiveSnapshot(tell) : Promise.resolve(undefined)
    },
    answerSnapshot(replyTo, state) {
      const replies = new BroadcastChannel(replyTo)
      replies.postMessage(state)
      replies.close()
    },

    leave() {
      channel.close()
      lead.leave()
    },
  }
}

/** For a tab without a session: calls `react` when another tab logs in. */
export function onLoggedInElsewhere(react: () => void, end: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  end.addEventListener('abort', () => channel.close())
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'loggedIn') react()
  }
}

/** Uses a channel per request, because the state is large and only one tab needs it. */
function receiveSnapshot(tell: (message: TabMessage) => void): Promise<State | undefined> {
  const replyTo = `${name} ${Math.random()}`
  const replies = new BroadcastChannel(replyTo)
  return new Promise((resolve) => {
    const finish = (state?: State) => {
      clearTimeout(timer)
      replies.close()
      resolve(state)
    }
    const timer = setTimeout(finish, snapshotPatienceMs)
    replies.onmessage = ({ data }: MessageEvent<State>) => finish(data)
    tell({ kind: 'snapshot', replyTo })
  })
}

interface Lead {
  readonly isLeader: ReadonlySignal<boolean>
  takeOver(): void
  leave(): void
}

async function competeForLead(): Promise<Lead> {
  const isLeader = signal(false)
  let release = (): void => undefined
  let waiting = new AbortController()

  /** Holds the lock until this tab leaves or another tab steals the lock. */
  async function hold(lock: Lock | null): Promise<void> {
    if (!lock) return
    isLeader.value = true
    await new Promise<void>((resolve) => (release = resolve))
    isLeader.value = false
  }

  function compete(options: LockOptions, decided?: () => void): void {
    waiting = new AbortController()
    // The Web Locks API accepts no signal together with `steal` or `ifAvailable`.
    const isAtOnce = options.steal === true || options.ifAvailable === true
    const all = isAtOnce ? options : { ...options, signal: waiting.signal }
    const request = navigator.locks.request(name, all, (lock) => {
      const held = hold(lock)
      decided?.()
      return held
    })
    request.catch(() => {
      // Another tab stole the lock, unless this tab aborted its own request.
      if (!isLeader.peek()) return
      isLeader.value = false
      compete({})
    })
  }

  await new Promise<void>((resolve) => compete({ ifAvailable: true }, resolve))
  if (!isLeader.peek()) compete({})

  return {
    isLeader,
    takeOver() {
      waiting.abort()
      compete({ steal: true })
    },
    leave() {
      waiting.abort()
      release()
    },
  }
}

/** Without Web Locks, every visible tab polls; hidden tabs stop, as browsers limit connections per host. */
function leadWhileVisible(): Lead {
  const isVisible = () => document.visibilityState === 'visible'
  const isLeader = signal(isVisible())
  const left = new AbortController()
  document.addEventListener('visibilitychange', () => (isLeader.value = isVisible()), {
    signal: left.signal,
  })
  return { isLeader, takeOver: () => undefined, leave: () => left.abort() }
}
