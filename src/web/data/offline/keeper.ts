import type { Connection } from '../connection/connection'
import type { EventListeners } from '../connection/listeners'
import type { Reading } from '../messages/reading'
import type { Message } from '../records/message'
import type { Stretch } from '../messages/stretch'
import { conversationOf, keyOfNarrow } from '../narrow/narrow'
import { isKept } from '../records/state'
import { deletedIds } from '../records/deleted-ids'
import type { ServerEvent, State } from '../records/state'
import type { Store } from '../store/store'
import { writeKept } from './kept'
import type { KeptConversation } from './kept'

/** The parts of the app that are copied. */
export interface KeptParts extends Pick<Reading, 'messages' | 'stretches'> {
  store: Store
  connection: Connection
  events: EventListeners
}

/** Max messages of a conversation, the newest ones. With 20 conversations these are 2,000 messages. */
const mostMessages = 100
/** Max characters of a conversation. */
const mostCharacters = 250_000
/** Larger organizations are not copied: it would take the browser too long. */
const mostUsers = 20_000
/** Pause after a change; further changes within it are copied together. */
const pauseMs = 3_000
/** The state is large and changes with each event. */
const stateEveryMs = 60_000

/** Copies the state and the conversations at pauses, and when the page is hidden. @returns function that ends it */
export function keepForOffline(app: KeptParts): () => void {
  const ended = new AbortController()
  const written = new Map<string, readonly Message[]>()
  let outdated = new Set<number>()
  let stateWrittenAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  async function keep(isLeaving: boolean): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const { state } = app.store
    if (ended.signal.aborted || !isWorthKeeping(state)) return
    const now = Date.now()
    const isStateDue =
      app.connection.isLeader.peek() && (isLeaving || now - stateWrittenAt >= stateEveryMs)
    const conversations = conversationsOf(app, now / 1000).filter(
      ({ key, messages }) => !isSame(written.get(key), messages),
    )
    const gone = outdated
    if (!isStateDue && conversations.length === 0 && gone.size === 0) return
    outdated = new Set()
    try {
      await writeKept({
        userId: state.user_id,
        state: isStateDue ? withoutSecrets(state) : undefined,
        conversations,
        outdated: gone,
      })
      if (isStateDue) stateWrittenAt = now
      for (const { key, messages } of conversations) written.set(key, messages)
    } catch {
      // The browser allows no IndexedDB, or has no space: then there is no copy.
      ended.abort()
    }
  }

  const soon = () => {
    timer ??= setTimeout(() => whenIdle(() => void keep(false)), pauseMs)
  }
  const hide = () => document.hidden && void keep(true)
  const stopListening = app.events.listen((events) => {
    for (const event of events ?? []) for (const id of changedIds(event)) outdated.add(id)
    soon()
  })
  addEventListener('hashchange', soon, { signal: ended.signal })
  addEventListener('pagehide', () => void keep(true), { signal: ended.signal })
  document.addEventListener('visibilitychange', hide, { signal: ended.signal })
  ended.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    stopListening()
  })
  whenIdle(() => void keep(false))
  return () => ended.abort()
}

/** Whether the state is not itself a copy, and small enough. */
function isWorthKeeping(state: Readonly<State>): boolean {
  return !isKept(state) && state.realm_users.length <= mostUsers
}

/** Newest messages of each conversation that is held, least recently opened first. */
function conversationsOf({ stretches, messages }: KeptParts, now: number): KeptConversation[] {
  const held = stretches.all().filter(({ narrow }) => conversationOf(narrow) !== undefined)
  return held.flatMap((stretch, index) => {
    const kept = newestOf(stretch, messages)
    if (kept.length === 0) return []
    const { ids, foundOldest, foundNewest } = stretch.state.peek()
    const place = {
      key: keyOfNarrow(stretch.narrow),
      narrow: stretch.narrow,
      stretch: {
        ids: kept.map(({ id }) => id),
        foundOldest: foundOldest && kept.length === ids.length,
        foundNewest,
      },
      openedAt: now + index / 1000,
    }
    return [{ ...place, messages: kept }]
  })
}

function newestOf(stretch: Stretch, cache: KeptParts['messages']): Message[] {
  const found: Message[] = []
  let characters = 0
  for (const id of [...stretch.state.peek().ids].slice(-mostMessages).reverse()) {
    const message = cache.get(id)
    characters += message?.content.length ?? 0
    if (!message || characters > mostCharacters) break
    found.unshift(message)
  }
  return found
}

function isSame(before: readonly Message[] | undefined, now: readonly Message[]): boolean {
  return before?.length === now.length && now.every((message, index) => message === before[index])
}

/** Ids of messages that an event changes or removes. */
function changedIds(event: ServerEvent): readonly number[] {
  if (event.type === 'delete_message') return deletedIds(event)
  return event.type === 'update_message' ? event.message_ids : []
}

/** The state without keys of bots and tokens of their services. */
function withoutSecrets(state: Readonly<State>): State {
  return {
    ...state,
    realm_bots: state.realm_bots.map(({ api_key: _key, services: _services, ...bot }) => ({
      ...bot,
      services: [],
    })),
  }
}

function whenIdle(act: () => void): void {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5_000 })
  else setTimeout(act, 0)
}
