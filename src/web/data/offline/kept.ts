import { isLoggedIn } from '../../lib/first-place'
import type { Message } from '../records/message'
import type { StretchState } from '../messages/stretch-state'
import type { Narrow } from '../narrow/narrow'
import type { State } from '../records/state'
import { inDatabase, resultOf } from './database'
import type { Stores } from './database'

/*
 * The copy of the last state and of the last conversations in this browser, of one account. The browser does not encrypt
 * it: it holds no key of a bot and no token, and is removed at the end of the session.
 */

interface Place {
  key: string
  narrow: Narrow
  stretch: StretchState
  /** Unix time in seconds; rises with the order in which conversations were opened. */
  openedAt: number
}

export interface KeptConversation extends Place {
  messages: readonly Message[]
}

const mostConversations = 20
/** Max age of a conversation that is not opened again; edits meanwhile do not reach the copy. */
const mostSeconds = 14 * 86_400

const lastState = 'last'

/** Changes to the copy; parts that it does not name stay. */
export interface KeptChange {
  userId: number
  state: State | undefined
  conversations: readonly KeptConversation[]
  /** Ids of messages that have changed or are gone: copies of conversations with them are outdated. */
  outdated: ReadonlySet<number>
}

/** Stores changes, unless the session has ended; the copy of another account is removed. */
export async function writeKept(change: KeptChange): Promise<void> {
  await inDatabase('readwrite', async (stores) => {
    const owner = (await resultOf<State | undefined>(stores.state.get(lastState)))?.user_id
    // Another tab may have logged out meanwhile; the cookie is gone then.
    const isOurs = isLoggedIn()
    if (!isOurs || owner !== change.userId) clear(stores)
    // Conversations without a state have no owner.
    if (!isOurs || (owner !== change.userId && !change.state)) return
    if (change.state) stores.state.put(change.state, lastState)
    for (const { messages, ...place } of change.conversations) {
      stores.conversations.put(place, place.key)
      stores.messages.put(messages, place.key)
    }
    await removeOutdated(stores, change)
  })
}

async function removeOutdated(
  { conversations, messages }: Stores,
  { conversations: fresh, outdated }: KeptChange,
): Promise<void> {
  const places = await resultOf<Place[]>(conversations.getAll())
  const freshKeys = new Set(fresh.map(({ key }) => key))
  const oldest = Date.now() / 1000 - mostSeconds
  const wanted = places
    .filter(
      ({ key, openedAt, stretch }) =>
        freshKeys.has(key) || (openedAt > oldest && !stretch.ids.some((id) => outdated.has(id))),
    )
    .sort((a, b) => b.openedAt - a.openedAt)
    .slice(0, mostConversations)
  const wantedKeys = new Set(wanted.map(({ key }) => key))
  for (const { key } of places) {
    if (wantedKeys.has(key)) continue
    conversations.delete(key)
    messages.delete(key)
  }
}

interface Kept {
  state: State
  /** Least recently opened first. */
  conversations: readonly KeptConversation[]
}

/** The whole copy; undefined without one. @throws if the browser allows no IndexedDB */
export async function readKept(): Promise<Kept | undefined> {
  return inDatabase('readonly', async (stores) => {
    const state = await resultOf<State | undefined>(stores.state.get(lastState))
    if (!state) return undefined
    const places = await resultOf<Place[]>(stores.conversations.getAll())
    const conversations = await Promise.all(
      places.map(async (place) => ({
        ...place,
        messages: (await resultOf<Message[] | undefined>(stores.messages.get(place.key))) ?? [],
      })),
    )
    return { state, conversations: conversations.sort((a, b) => a.openedAt - b.openedAt) }
  })
}

/** Removes the copy from this browser. */
export async function forgetKept(): Promise<void> {
  try {
    await inDatabase('readwrite', async (stores) => clear(stores))
  } catch {
    // Without IndexedDB there is no copy.
  }
}

function clear(stores: Stores): void {
  for (const store of Object.values(stores)) store.clear()
}
