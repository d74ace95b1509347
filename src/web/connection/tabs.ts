import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { ServerEvent, State } from '../store/state'
import type { PresencesAnswer } from '../store/store'
import type { Trouble } from './trouble'

/*
 * The tabs of a browser in which one account is logged in share a queue: one of them polls, which holds
 * the lock, and tells the others. Where there are no locks (plain http on a LAN) each tab polls.
 */

/** What tabs tell each other. */
export type TabMessage =
  /** From the leader: what came of the queue after the event `after`. */
  | { kind: 'events'; queueId: string; after: number; events: readonly ServerEvent[] }
  /** From the leader, who is there: what it has, and how its connection is. */
  | { kind: 'leader'; queueId: string; lastEventId: number; trouble: Trouble }
  /** From the leader: what the server says of who is there. */
  | { kind: 'presences'; answer: PresencesAnswer }
  /** To the leader: is it there, and is there anything new? */
  | { kind: 'look' }
  /** To the leader: its state is wanted, at a channel of this name. */
  | { kind: 'snapshot'; replyTo: string }
  | { kind: 'loggedIn' }
  | { kind: 'loggedOut' }

export interface Tabs {
  /** Whether this tab polls. */
  readonly isLeader: ReadonlySignal<boolean>
  tell(message: TabMessage): void
  /** Whoever listens hears what other tabs tell from now on. */
  listen(hear: (message: TabMessage) => void): void
  /** The state of the tab that leads; undefined when it does not answer in time. */
  askForSnapshot(): Promise<State | undefined>
  answerSnapshot(replyTo: string, state: Readonly<State>): void
  /** Takes the lead from a tab that does not answer: it may be frozen. */
  takeOver(): void
  /** Leaves the lead, if it has it, to another tab. */
  leave(): void
}

const name = 'parley'
/** Long enough for a busy tab, and for one that is just registering. */
const snapshotPatienceMs = 1500

/** Joins the tabs of this browser; when this resolves, it is clear whether this tab begins as the leader. */
export async function joinTabs(): Promise<Tabs> {
  const channel = new BroadcastChannel(name)
  // Another tab may ask before this one has what it asks for.
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

/** For a tab in which nobody is logged in: calls once when that changes in another one. */
export function onLoggedInElsewhere(react: () => void, end: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  end.addEventListener('abort', () => channel.close())
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'loggedIn') react()
  }
}

/** The state is large: it goes to who asked for it, past all other tabs. */
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

  /** Holds the lock, once it is given, until this tab leaves or another one takes it over. */
  async function hold(lock: Lock | null): Promise<void> {
    if (!lock) return
    isLeader.value = true
    await new Promise<void>((resolve) => (release = resolve))
    isLeader.value = false
  }

  function compete(options: LockOptions, decided?: () => void): void {
    waiting = new AbortController()
    // A request that is answered at once cannot be given up.
    const isAtOnce = options.steal === true || options.ifAvailable === true
    const all = isAtOnce ? options : { ...options, signal: waiting.signal }
    const request = navigator.locks.request(name, all, (lock) => {
      const held = hold(lock)
      decided?.()
      return held
    })
    request.catch(() => {
      // It was taken over, unless it is this tab that gave up waiting.
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

/** Browsers open few connections to a host: a hidden tab must not hold one. */
function leadWhileVisible(): Lead {
  const isVisible = () => document.visibilityState === 'visible'
  const isLeader = signal(isVisible())
  const left = new AbortController()
  document.addEventListener('visibilitychange', () => (isLeader.value = isVisible()), {
    signal: left.signal,
  })
  return { isLeader, takeOver: () => undefined, leave: () => left.abort() }
}
